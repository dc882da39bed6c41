import { Show } from "solid-js";
import type { GameSummary } from "../../api/types";
import { Dialog } from "../../ui";
import { StartForm } from "./start_form";

/** The form to start a match, over the page; open while there is a game. */
export function StartDialog(props: { game: GameSummary | null; onClose: () => void }) {
  return (
    <Dialog open={props.game !== null} title={props.game ? `Play ${props.game.title}` : ""} onClose={props.onClose}>
      <Show when={props.game} keyed>
        {(game) => <StartForm game={game} autofocus />}
      </Show>
    </Dialog>
  );
}
