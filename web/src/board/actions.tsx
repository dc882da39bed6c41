// What cannot be clicked on a board: moves as buttons, as a list or as rows of words, words to choose after something was taken from a hand, and what this
// page waits for.
import { createMemo, For, Match, Show, Switch } from "solid-js";
import type { Hint, Position } from "../api/types";
import { Chooser } from "./chooser";
import { touchesDone } from "./gesture";
import type { Glyph } from "./glyph";
import { MoveList } from "./move_list";
import type { Play } from "./play";
import { SlotForm } from "./slot_form";
import { slotsOf } from "./slots";
import { prettyTerm } from "./terms";
import "./actions.css";

export interface ActionsProps {
  position: Position;
  roles: string[];
  viewer: number[];
  play: Play;
  hint?: Hint | null | undefined;
  pictureOf: (word: string) => Glyph | null;
}

const kMostButtons = 6;

export function Actions(props: ActionsProps) {
  const loose = () => props.play.clickless();
  const looseMoves = () => new Set(loose().map(({ move }) => move));
  const slots = createMemo(() => slotsOf(loose().map(({ move }) => move)));
  const sent = () => [...props.play.sent()];
  const asked = () => props.play.asked();
  const choosesFromHand = () => props.play.options().length > 0 && touchesDone(props.play.progress()) === 0;
  const several = () => props.viewer.length > 1;
  return (
    <div class="actions">
      <p class="actions__status" role="status">
        <For each={sent()}>
          {([role, move]) => (
            <span>
              {several() ? `${prettyTerm(props.roles[role] ?? "", props.hint)}: ` : "You play "}
              <strong>{prettyTerm(move, props.hint)}</strong>.
            </span>
          )}
        </For>
        <Show when={sent().length > 0 && asked() === null}>
          <span>Waiting for the others.</span>
        </Show>
        <Show when={asked() !== null && several()}>
          <span>{prettyTerm(props.roles[asked() ?? 0] ?? "", props.hint)} chooses.</span>
        </Show>
      </p>
      <Show when={choosesFromHand()}>
        <Chooser
          options={props.play.options()}
          hint={props.hint}
          pictureOf={props.pictureOf}
          onChoose={props.play.choose}
          onClose={props.play.cancel}
        />
      </Show>
      <Switch>
        <Match when={slots()}>
          {(shown) => <SlotForm slots={shown()} hint={props.hint} pictureOf={props.pictureOf} onMove={(move) => props.play.play(asked() ?? 0, move)} />}
        </Match>
        <Match when={loose().length > kMostButtons}>
          <MoveList
            position={props.position}
            role={asked() ?? 0}
            hint={props.hint}
            only={({ move }) => looseMoves().has(move)}
            onMove={props.play.play}
          />
        </Match>
        <Match when={loose().length > 0}>
          <ul class="actions__moves">
            <For each={loose()}>
              {({ role, move }) => (
                <li>
                  <button type="button" class="actions__move" onClick={() => props.play.play(role, move)}>
                    {prettyTerm(move, props.hint)}
                  </button>
                </li>
              )}
            </For>
          </ul>
        </Match>
      </Switch>
    </div>
  );
}
