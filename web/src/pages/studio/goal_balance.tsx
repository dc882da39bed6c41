// How often random play ends with which goal, role by role: a bar for each, worst goal to the left.

import { For } from "solid-js";
import type { Statistics } from "../../api/types";
import { balance } from "./balance";

export function GoalBalance(props: { goals: Statistics["goals"] }) {
  return (
    <table class="goal-balance">
      <thead>
        <tr>
          <th scope="col">Role</th>
          <th scope="col">Mean</th>
          <th scope="col">Goals at the end</th>
        </tr>
      </thead>
      <tbody>
        <For each={props.goals}>
          {(role) => {
            const shares = () => balance(role.values);
            return (
              <tr>
                <th scope="row">{role.role}</th>
                <td>{role.mean.toFixed(1)}</td>
                <td class="goal-balance__cell">
                  <svg class="goal-balance__bar" aria-hidden="true">
                    <For each={shares()}>
                      {(each) => (
                        <rect class={`goal-balance__part goal-balance__part--${each.shade}`} x={`${each.from}%`} width={`${each.percent}%`} height="100%">
                          <title>{each.label}</title>
                        </rect>
                      )}
                    </For>
                  </svg>
                  <span class="small muted">{shares().map((each) => each.label).join(", ")}</span>
                </td>
              </tr>
            );
          }}
        </For>
      </tbody>
    </table>
  );
}
