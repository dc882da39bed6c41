// One board to play on: pieces, what the last step touched, where the half-made move can go, and what a player thinks.
import { createMemo, For, Show } from "solid-js";
import type { Hint, Position, Structure, Thought } from "../api/types";
import { type BoardPlan, CellShape, GroundLayer, LinkLayer, PieceLayer, viewBoxText } from "./board_layers";
import { Chooser } from "./chooser";
import type { BoardArt } from "./contents";
import { geometryOf, type Geometry, kCell } from "./geometry";
import type { Glyph } from "./glyph";
import { HitLayer } from "./hit_layer";
import type { Play } from "./play";
import { prettyTerm } from "./terms";
import { ThoughtLayer } from "./thought_layer";
import { landingCell, thoughtOn } from "./thought_marks";
import type { CellRef } from "./touched";
import "./board.css";

export interface BoardViewProps {
  structure: Structure;
  index: number;
  art: BoardArt;
  position: Position;
  play: Play;
  touched: CellRef[];
  hint?: Hint | null | undefined;
  thought?: Thought | null | undefined;
  pictureOf: (word: string) => Glyph | null;
}

// Dots on more than this share of a board are noise, not help.
const kMostDots = 0.4;

function CellsLit(props: { geometry: Geometry; cells: readonly number[]; class: string }) {
  return <For each={props.cells}>{(cell) => <CellShape geometry={props.geometry} cell={cell} class={props.class} />}</For>;
}

export function BoardView(props: BoardViewProps) {
  const board = props.art.board;
  const geometry = geometryOf(board, props.hint);
  const plan: BoardPlan = { board, geometry, ground: props.art.ground };
  let frame!: HTMLDivElement;
  let canvas!: SVGSVGElement;

  const items = createMemo(() => props.art.itemsOf(props.position));
  const links = createMemo(() => props.art.linksOf(props.position));
  const touched = createMemo(() => props.touched.filter((ref) => ref.board === props.index).map((ref) => ref.cell));
  const next = createMemo(() => props.play.nextCells().get(props.index) ?? new Set<number>());
  const selected = createMemo(() =>
    props.play.progress().steps.flatMap((step) => (step.kind === "cell" && step.board === props.index ? [step.cell] : [])),
  );
  // A set of cells that all mean the same, such as a column, gets one dot.
  const dots = createMemo(() => {
    const done = props.play.progress().steps.filter((step) => step.kind === "cell").length;
    const cells = new Set<number>();
    for (const { touches } of props.play.progress().candidates) {
      const touch = touches[done];
      const cell = touch?.board === props.index ? landingCell(touch.cells, geometry, items()) : undefined;
      if (cell !== undefined) cells.add(cell);
    }
    return props.play.begun() || cells.size <= board.cells.length * kMostDots ? [...cells] : [];
  });
  const thought = createMemo(() =>
    props.thought ? thoughtOn(props.structure, props.position, props.thought, props.index, geometry, items()) : null,
  );
  const chooserCell = createMemo(() => {
    const steps = props.play.progress().steps;
    const last = steps.filter((step) => step.kind === "cell").pop();
    return props.play.options().length > 0 && last?.kind === "cell" && last.board === props.index ? last.cell : null;
  });

  const press = (cell: number) => {
    if (props.play.asked() !== null) props.play.press({ kind: "cell", board: props.index, cell });
  };
  const shapeOf = (cell: number | null) => canvas.querySelector<SVGElement>(`[data-cell="${cell}"]`);
  const closeChooser = () => {
    const cell = chooserCell();
    props.play.undo();
    shapeOf(cell)?.focus();
  };
  const size = (element: HTMLDivElement) => {
    frame = element;
    element.style.setProperty("--board-width", String(geometry.viewBox.width / kCell));
    element.style.setProperty("--board-height", String(geometry.viewBox.height / kCell));
  };

  return (
    <div class={`board board--${plan.ground}`} ref={size}>
      <svg
        ref={canvas}
        class="board__canvas"
        viewBox={viewBoxText(geometry)}
        role="group"
        aria-label={`Board ${prettyTerm(board.name, props.hint)}`}
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
        <Show when={thought()}>{(marks) => <ThoughtLayer geometry={geometry} thought={marks()} />}</Show>
        <HitLayer
          board={board}
          geometry={geometry}
          items={items}
          live={next}
          pressed={selected}
          onPress={press}
        />
      </svg>
      <Show when={chooserCell() !== null}>
        <Chooser
          options={props.play.options()}
          anchor={() => shapeOf(chooserCell())}
          frame={() => frame}
          hint={props.hint}
          pictureOf={props.pictureOf}
          onChoose={props.play.choose}
          onClose={closeChooser}
        />
      </Show>
    </div>
  );
}
