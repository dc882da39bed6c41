// A whole game: its boards, who plays, what they hold and count, and the moves of the seats that this page plays.
import { createMemo, For, Show } from "solid-js";
import { Dynamic } from "solid-js/web";
import type { Hint, Position, Structure, StructureBoard, Thought } from "../api/types";
import { Actions } from "./actions";
import { BoardView } from "./board_view";
import type { CellMark } from "./cell_marks";
import { BoardArt } from "./contents";
import { Counters } from "./counters";
import type { Glyph } from "./glyph";
import { Hands } from "./hands";
import { LineBoardView } from "./line_board_view";
import { isLineBoard } from "./lines";
import { PlacesView } from "./places_view";
import { createPlay } from "./play";
import { Seats } from "./seats";
import { shownBoards } from "./shown_boards";
import { Tables } from "./tables";
import { prettyTerm } from "./terms";
import { type CellRef, lastTouched } from "./touched";
import "./inks.css";
import "./game_view.css";

export interface GameViewProps {
  structure: Structure;
  position: Position;
  roles: string[];
  /** Indices of the roles that this page plays. */
  viewer: number[];
  /** The joint move that led to the position, per role; null where it is hidden. */
  lastMoves?: (string | null)[] | undefined;
  hint?: Hint | null | undefined;
  thought?: Thought | null | undefined;
  /** Cells that the page wants to point at. */
  marks?: readonly CellMark[] | undefined;
  /** Boards are seen from the other side. */
  turned?: boolean | undefined;
  disabled?: boolean | undefined;
  onMove?: ((role: number, move: string) => void) | undefined;
}

function viewOf(board: StructureBoard) {
  if (isLineBoard(board)) return LineBoardView;
  return board.shape === "places" ? PlacesView : BoardView;
}

function GameOfStructure(props: GameViewProps) {
  const structure = props.structure;
  const boards = shownBoards(structure, props.hint);
  const arts = structure.boards.map((_, b) => new BoardArt(structure, b, props.hint));
  const play = createPlay(props);
  const side = createMemo(() => (props.turned ? "far" : "near"));
  const pictureOf = (word: string): Glyph | null => {
    for (const art of arts) {
      const glyph = art.glyphOfWord(word);
      if (glyph) return glyph;
    }
    return null;
  };

  const history = createMemo<{ before: Position | null; now: Position }>(
    (last) => ({ before: last.now === props.position ? last.before : last.now, now: props.position }),
    { before: null, now: props.position },
  );
  const touched = createMemo<CellRef[]>(() => lastTouched(structure, history().before, history().now, props.lastMoves));
  const before = createMemo(() => {
    const last = history();
    return last.before?.step === last.now.step - 1 ? last.before : null;
  });
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !play.begun()) return;
    event.preventDefault();
    play.undo();
  };

  return (
    <section class="game-view" aria-label={props.hint?.title ?? prettyTerm(structure.game)} onKeyDown={onKey}>
      <Seats structure={structure} position={props.position} roles={props.roles} viewer={props.viewer} play={play} hint={props.hint} />
      <Show when={props.position.knowledge === "nothing"}>
        <p class="game-view__note">Nothing of this position may be shown to you.</p>
      </Show>
      <Show when={props.position.knowledge === "certain"}>
        <p class="game-view__note">You see what this seat knows for certain.</p>
      </Show>
      <div class="game-view__boards">
        <For each={boards}>
          {(index) => (
            <div class="game-view__board" data-board={index}>
              <Show when={boards.length > 1}>
                <h3 class="game-view__name">{prettyTerm(structure.boards[index]?.name ?? "", props.hint)}</h3>
              </Show>
              <Show when={side()} keyed>
                {(from) => (
                  <Dynamic
                    component={viewOf(structure.boards[index] as StructureBoard)}
                    structure={structure}
                    index={index}
                    art={arts[index] as BoardArt}
                    position={props.position}
                    play={play}
                    touched={touched()}
                    before={before()}
                    hint={props.hint}
                    thought={props.thought}
                    marks={props.marks}
                    turned={from === "far"}
                    pictureOf={pictureOf}
                  />
                )}
              </Show>
            </div>
          )}
        </For>
      </div>
      <Counters structure={structure} position={props.position} role="" hint={props.hint} />
      <Hands structure={structure} position={props.position} play={play} owner="" hint={props.hint} />
      <Actions position={props.position} roles={props.roles} viewer={props.viewer} play={play} hint={props.hint} pictureOf={pictureOf} />
      <Tables structure={structure} position={props.position} hint={props.hint} />
    </section>
  );
}

/** Everything is laid out once for a structure and its hint; others make another view. */
export function GameView(props: GameViewProps) {
  const layout = createMemo(() => ({ structure: props.structure, hint: props.hint }), undefined, {
    equals: (a, b) => a.structure === b.structure && a.hint === b.hint,
  });
  return (
    <Show when={layout()} keyed>
      {(_layout) => <GameOfStructure {...props} />}
    </Show>
  );
}
