// The knowledge about a library game, asked for when somebody opens the panel.
import { createSignal, Show } from "solid-js";
import type { Game } from "../../api/types";
import { askKnowledge, KnowledgeView } from "../../knowledge";
import { ErrorState, Spinner } from "../../ui";

function Panel(props: { game: Game }) {
  const known = askKnowledge(() => props.game.rules);
  return (
    <Show when={!known.failure()} fallback={<ErrorState error={known.failure()} onRetry={known.retry} />}>
      <Show when={known.knowledge()} fallback={<Spinner label="Proving and playing" />}>
        {(knowledge) => (
          <KnowledgeView knowledge={knowledge()} structure={props.game.structure} position={props.game.position} hint={props.game.hint} />
        )}
      </Show>
    </Show>
  );
}

export function KnownPanel(props: { game: Game }) {
  const [open, setOpen] = createSignal(false);
  return (
    <details class="card rules" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Knowledge: what the rules imply</summary>
      <Show when={open()}>
        <Panel game={props.game} />
      </Show>
    </details>
  );
}
