// Properties that were tried and not proved, each with the position that refutes it or the step that breaks it.
import { For, Show } from "solid-js";
import type { FailedProof, Hint } from "../api/types";
import { prettyTerm } from "../board";
import { asSentence } from "./sections";

const kOutcomes: Record<FailedProof["outcome"], string> = {
  refuted: "false in this position:",
  "not proved": "not proved. A step that would break it, from a position that may never come up:",
  abandoned: "not decided in the time there was.",
};

function Terms(props: { title: string; terms: readonly string[]; hint: Hint | null | undefined }) {
  return (
    <Show when={props.terms.length > 0}>
      <p class="small">
        <span class="muted">{props.title}: </span>
        {props.terms.map((term) => prettyTerm(term, props.hint)).join(", ")}
      </p>
    </Show>
  );
}

export function FailedProofs(props: { failed: readonly FailedProof[]; hint?: Hint | null | undefined }) {
  return (
    <details>
      <summary>
        Tried and not proved <span class="muted">({props.failed.length})</span>
      </summary>
      <For each={props.failed}>
        {(failed) => (
          <div class="knowledge__failed">
            <p>
              {asSentence(failed.words)} <span class="muted">{asSentence(kOutcomes[failed.outcome].replace(/[.:]$/, ""))}</span>
            </p>
            <Show when={failed.note}>
              <p class="small muted">{asSentence(failed.note)}</p>
            </Show>
            <Terms title="position" terms={failed.state} hint={props.hint} />
            <Terms title="moves" terms={failed.moves} hint={props.hint} />
            <Terms title="then" terms={failed.next} hint={props.hint} />
          </div>
        )}
      </For>
    </details>
  );
}
