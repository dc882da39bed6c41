// What can be proved and seen about a sheet that is being written, with the position on the board evaluated.
import { Show } from "solid-js";
import { askKnowledge, KnowledgeView } from "../../knowledge";
import { EmptyState, ErrorState, Spinner } from "../../ui";
import type { Playthrough } from "./playthrough";

export function KnowledgePane(props: { text: string | null; play: Playthrough }) {
  const known = askKnowledge(
    () => props.text,
    () => props.play.moves(),
  );
  return (
    <Show
      when={props.text !== null}
      fallback={<EmptyState title="There is nothing to know yet.">Knowledge needs a sheet without errors.</EmptyState>}
    >
      <Show when={!known.failure()} fallback={<ErrorState error={known.failure()} onRetry={known.retry} />}>
        <Show when={known.knowledge()} fallback={<Spinner label="Proving and playing" />}>
          {(knowledge) => (
            <KnowledgeView
              knowledge={knowledge()}
              structure={props.play.answer()?.structure}
              position={props.play.answer()?.position}
              hint={props.play.answer()?.hint}
              old={known.old() || known.busy()}
            />
          )}
        </Show>
      </Show>
    </Show>
  );
}
