// The position as text: the fluents that hold.
import { createMemo, Show } from "solid-js";
import type { Position } from "../../api/types";
import { CopyButton, EmptyState } from "../../ui";

export function StatePanel(props: { position: Position }) {
  const text = createMemo(() => [...props.position.fluents].sort().join("\n"));
  return (
    <div class="stack">
      <div class="row">
        <span class="small muted">
          Position {props.position.step}: {props.position.fluents.length} fluents
          {props.position.knowledge === "certain" ? " known for certain" : ""}
        </span>
        <CopyButton text={() => text()} />
      </div>
      <Show
        when={props.position.fluents.length > 0}
        fallback={
          <EmptyState title={props.position.knowledge === "nothing" ? "The position is hidden from watchers until the match ends." : "No fluent holds here."} />
        }
      >
        <pre class="state-text" tabIndex={0}>
          {text()}
        </pre>
      </Show>
    </div>
  );
}
