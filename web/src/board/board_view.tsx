// One board to play on: pieces, what the last step touched, where the half-made move can go, and what a player thinks.
import { createMemo, For, Show } from "solid-js";
import type { Hint, Position, Structure, Thought } from "../api/types";
import { BoardFrame } from "./board_frame";
import { type BoardPlan, GroundLayer, LinkLayer, PieceLayer } from "./board_layers";
import { CellShape } from "./cell_shape";
import { cellLabel } from "./cell_text";
import type { BoardArt } from "./contents";
import { geometryOf, type Geometry } from "./geometry";
import { touchesDone } from "./gesture";
import type { Glyph } from "./glyph";
import { HitLayer } from "./hit_layer";
import type { Play } from "./play";
import { signNames } from "./signs";
import type { CellMark } from "./cell_marks";
import { MarkLayer } from "./mark_layer";
import { ThoughtLayer } from "./thought_layer";
import { landingCell, thoughtOn } from "./thought_marks";
import type { CellRef } from "./touched";

export interface BoardViewProps {
  structure: Structure;
  index: number;
  art: BoardArt;
  position: Position;
  play: Play;
  touched: CellRef[];
  /** The position one step earlier, if it is known. */
  before: Position | null;
  hint?: Hint | null | undefined;
  thought?: Thought | null | undefined;
  /** Cells that the page wants to point at. */
  marks?: readonly CellMark[] | undefined;
  /** Seen from the other side. A change needs another view. */
  turned: boolean;
  pictureOf: (word: string) => Glyph | null;
}

// Dots on more than this share of a board are noise, not help.
const kMostDots = 0.4;

function CellsLit(props: { geometry: Geometry; cells: readonly number[]; class: string }) {
  return <For each={props.cells}>{(cell) => <CellShape geometry={props.geometry} cell={cell} class={props.class} />}</For>;
}

export function BoardView(props: BoardViewProps) {
  const board = props.art.board;
  const geometry = geometryOf(board, props.hint, props.turned);
  const plan: BoardPlan = { board, geometry, ground: props.art.ground, signs: props.art.signs };

  const items = createMemo(() => props.art.itemsOf(props.position));
  const links = createMemo(() => props.art.linksOf(props.position));
  const touched = createMemo(() => props.touched.filter((ref) => ref.board === props.index).map((ref) => ref.cell));
  const marks = createMemo(() => (props.marks ?? []).filter((mark) => mark.board === props.index));
  const next = createMemo(() => props.play.nextCells().get(props.index) ?? new Set<number>());
  const selected = createMemo(() =>
    props.play.progress().steps.flatMap((step) => (step.kind === "cell" && step.board === props.index ? [step.cell] : [])),
  );
  // A set of cells that all mean the same, such as a column, gets one dot.
  const dots = createMemo(() => {
    const done = touchesDone(props.play.progress());
    const cells = new Set<number>();
    for (const { touches } of props.play.progress().candidates) {
      const touch = touches[done];
      const cell = touch?.board === props.index ? landingCell(touch.cells, geometry, items()) : undefined;
      if (cell !== undefined) cells.add(cell);
    }
    return props.play.begun() || cells.size <= board.cells.length * kMostDots ? [...cells] : [];
  });
  const thought = createMemo(() =>
    props.thought ? thoughtOn(props.structure, props.position, props.thought, props.index, (cells) => landingCell(cells, geometry, items())) : null,
  );
  const chooserCell = createMemo(() => {
    const steps = props.play.progress().steps;
    const last = steps.filter((step) => step.kind === "cell").pop();
    return props.play.options().length > 0 && last?.kind === "cell" && last.board === props.index ? last.cell : null;
  });

  const press = (cell: number) => {
    if (props.play.asked() !== null) props.play.press({ kind: "cell", board: props.index, cell });
  };

  return (
    <BoardFrame
      name={board.name}
      ground={plan.ground}
      geometry={geometry}
      signs={plan.signs}
      play={props.play}
      asking={chooserCell()}
      hint={props.hint}
      pictureOf={props.pictureOf}
    >
      <GroundLayer plan={plan} labels />
      <g class="board__lights">
        <CellsLit geometry={geometry} cells={touched()} class="board__light board__light--last" />
        <CellsLit geometry={geometry} cells={selected()} class="board__light board__light--selected" />
      </g>
      <LinkLayer geometry={geometry} links={links} />
      <PieceLayer geometry={geometry} items={items} />
      <g class="board__dots">
        <For each={dots()}>
          {(cell) => (
            <circle
              class={(items()[cell]?.length ?? 0) > 0 ? "board__dot board__dot--around" : "board__dot"}
              cx={geometry.centres[cell]?.x}
              cy={geometry.centres[cell]?.y}
              r={(items()[cell]?.length ?? 0) > 0 ? 44 : 13}
            />
          )}
        </For>
      </g>
      <MarkLayer geometry={geometry} marks={marks()} />
      <Show when={thought()}>{(marks) => <ThoughtLayer centres={geometry.centres} thought={marks()} />}</Show>
      <HitLayer
        centres={geometry.centres}
        shapeOf={(cell) => <CellShape geometry={geometry} cell={cell} class="board__hit-shape" />}
        labelOf={(cell) => cellLabel(board, cell, items()[cell] ?? [], signNames(plan.signs, cell), props.hint)}
        live={(cell) => next().has(cell)}
        pressed={(cell) => selected().includes(cell)}
        onPress={press}
      />
    </BoardFrame>
  );
}
