// The layers of a board that need no listener: the ground, and the pieces on it. Thumbnails are made of these alone.
import { createMemo, For, Show, type Accessor } from "solid-js";
import type { StructureBoard } from "../api/types";
import { CellItems } from "./cell_items";
import { CellShape } from "./cell_shape";
import type { Item, Link } from "./contents";
import type { Geometry } from "./geometry";
import { crossingLines, type Ground, isDark, onOneColour } from "./ground";
import { SignLayer } from "./sign_layer";
import type { Sign } from "./signs";

export interface BoardPlan {
  board: StructureBoard;
  geometry: Geometry;
  ground: Ground;
  signs: readonly Sign[];
}

export const viewBoxText = ({ viewBox }: Pick<Geometry, "viewBox">) => `${viewBox.x} ${viewBox.y} ${viewBox.width} ${viewBox.height}`;

const kLongLabel = 8;

// Grounds with something round in the middle of each cell: holes, and dots to connect.
const kRound: Partial<Record<Ground, number>> = { holes: 41, pegs: 36, dots: 8 };

function labelSize(text: string, ofCell: boolean): number {
  return ofCell && text.length > kLongLabel ? (24 * kLongLabel) / text.length : 24;
}

function Extent(props: { geometry: Geometry; class: string }) {
  const extent = () => props.geometry.extent;
  return (
    <rect
      class={props.class}
      x={extent().left}
      y={extent().top}
      width={extent().right - extent().left}
      height={extent().bottom - extent().top}
    />
  );
}

function Lines(props: { geometry: Geometry }) {
  return (
    <>
      <Extent geometry={props.geometry} class="board__wood" />
      <For each={crossingLines(props.geometry)}>
        {({ from, to }) => <line class="board__crossing" x1={from.x} y1={from.y} x2={to.x} y2={to.y} />}
      </For>
    </>
  );
}

function squareClass(plan: BoardPlan, cell: number): string {
  if (plan.ground === "checkered") return `board__square board__square--${isDark(plan.board, plan.geometry, cell) ? "dark" : "light"}`;
  return `board__square board__square--${plan.ground}`;
}

function Squares(props: { plan: BoardPlan }) {
  const { geometry, ground, board } = props.plan;
  return (
    <>
      <Show when={ground === "checkered" && onOneColour(board)}>
        <Extent geometry={geometry} class="board__square board__square--light" />
      </Show>
      <For each={board.cells}>{(_, cell) => <CellShape geometry={geometry} cell={cell()} class={squareClass(props.plan, cell())} />}</For>
      <Show when={kRound[ground]}>
        {(radius) => <For each={geometry.centres}>{({ x, y }) => <circle class="board__hole" cx={x} cy={y} r={radius()} />}</For>}
      </Show>
    </>
  );
}

export function Labels(props: { geometry: Geometry }) {
  return (
    <For each={props.geometry.labels}>
      {({ x, y, text, of }) => (
        <text class={`board__label board__label--${of}`} x={x} y={y} font-size={`${labelSize(text, of === "cell")}`}>
          {text}
        </text>
      )}
    </For>
  );
}

/** What never changes while a structure is shown. */
export function GroundLayer(props: { plan: BoardPlan; labels: boolean }) {
  const { geometry, ground } = props.plan;
  return (
    <g class="board__ground">
      <Show when={ground === "lines"} fallback={<Squares plan={props.plan} />}>
        <Lines geometry={geometry} />
      </Show>
      <SignLayer geometry={geometry} signs={props.plan.signs} />
      <For each={geometry.separators}>
        {({ from, to }) => <line class="board__separator" x1={from.x} y1={from.y} x2={to.x} y2={to.y} />}
      </For>
      <Show when={props.labels}>
        <Labels geometry={geometry} />
      </Show>
    </g>
  );
}

const sameItems = (a: readonly Item[], b: readonly Item[]) =>
  a.length === b.length && a.every((item, i) => item.glyph === b[i]?.glyph && item.main === b[i]?.main && item.amount === b[i]?.amount);

/** One group per cell, made once; a cell is drawn again only when what stands on it has changed. */
export function PieceLayer(props: { geometry: Geometry; items: Accessor<Item[][]> }) {
  return (
    <g class="board__pieces">
      <For each={props.geometry.centres}>
        {(centre, cell) => {
          const items = createMemo(() => props.items()[cell()] ?? [], [], { equals: sameItems });
          return (
            <Show when={items().length > 0}>
              <g transform={`translate(${centre.x} ${centre.y})`}>
                <CellItems items={items()} hexagonal={props.geometry.hexagonal} turned={props.geometry.turned} />
              </g>
            </Show>
          );
        }}
      </For>
    </g>
  );
}

export function LinkLayer(props: { geometry: Geometry; links: Accessor<Link[]> }) {
  return (
    <g class="board__links">
      <For each={props.links()}>
        {({ from, to, glyph }) => {
          const start = props.geometry.centres[from] ?? { x: 0, y: 0 };
          const step = typeof to === "number" ? undefined : props.geometry.steps[to];
          const end = typeof to === "number" ? props.geometry.centres[to] : step && { x: start.x + step.x, y: start.y + step.y };
          return <line class={`board__link ink--${glyph.colour}`} x1={start.x} y1={start.y} x2={end?.x} y2={end?.y} />;
        }}
      </For>
    </g>
  );
}
