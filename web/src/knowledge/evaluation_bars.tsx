// The evaluation of a position from the goal rules: a bar for each role, and the conditions that make most of it.
import { For, Show } from "solid-js";
import type { Hint, RoleEvaluation } from "../api/types";
import { prettyTerm } from "../board";

const kParts = 5;

export function EvaluationBars(props: { roles: readonly string[]; evaluation: readonly RoleEvaluation[]; hint?: Hint | null | undefined }) {
  return (
    <section>
      <h3>How near the goals are</h3>
      <p class="small muted">
        The degree to which the conditions of the goals hold in this position (fuzzy logic). It compares positions; it does not say what to expect at the
        end.
      </p>
      <For each={props.evaluation}>
        {(role, index) => (
          <div class="knowledge__evaluation">
            <div class="knowledge__role">
              <span>{prettyTerm(props.roles[index()] ?? "", props.hint)}</span>
              <span class="knowledge__value">{role.value.toFixed(1)}</span>
            </div>
            <meter min="0" max="100" value={role.value} aria-label={`${props.roles[index()]}: ${role.value.toFixed(1)} of 100`} />
            <Show when={role.parts.length > 0}>
              <ul class="small muted">
                <For each={role.parts.slice(0, kParts)}>
                  {(part) => (
                    <li>
                      {prettyTerm(part.fluent, props.hint)}: {part.worth < 0 ? "−" : "+"}
                      {Math.abs(part.worth).toFixed(2)}
                      {part.holds ? "" : ", if it held"}
                    </li>
                  )}
                </For>
              </ul>
            </Show>
          </div>
        )}
      </For>
    </section>
  );
}
