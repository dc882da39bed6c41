// In a game with hidden information: what the seats of this page were told, step by step.
import { For, Show } from "solid-js";
import type { HistoryStep } from "../../api/types";
import { prettyTerm } from "../../board";
import { EmptyState } from "../../ui";
import type { Session } from "./session";

export function PerceptsPanel(props: { session: Session }) {
  const view = () => props.session.view();
  const current = () => props.session.cursor() ?? view().position.step;
  const seen = (step: HistoryStep) =>
    step.percepts.flatMap((percepts, role) => (percepts === null || view().roles[role] === "random" ? [] : [{ role, percepts }]));
  return (
    <div class="stack">
      <Show when={view().history.some((step) => seen(step).length > 0)} fallback={<EmptyState title="No percepts yet." />}>
        <ol class="percepts">
          <For each={view().history}>
            {(step) => (
              <li classList={{ percepts__now: step.step + 1 === current() }}>
                <span class="history__number">{step.step + 1}</span>
                <For each={seen(step)}>
                  {(one) => (
                    <span>
                      <span class="muted">{view().roles[one.role]}:</span>{" "}
                      {one.percepts.length > 0 ? one.percepts.map((percept) => prettyTerm(percept, view().hint)).join(", ") : "nothing"}
                    </span>
                  )}
                </For>
              </li>
            )}
          </For>
        </ol>
      </Show>
    </div>
  );
}
