// The layers of a drawing: points and lines that can be drawn, lines that were, and what lies in the boxes between them.
import { createMemo, For, Show, type Accessor } from "solid-js";
import type { Hint, Position, Structure } from "../api/types";
import { Labels, PieceLayer } from "./board_layers";
import { CellShape } from "./cell_shape";
import { cellLabel } from "./cell_text";
import { BoardArt } from "./contents";
import { type Geometry, kCell, type Point } from "./geometry";
import type { Glyph } from "./glyph";
import { boxCentres, boxesOf, type LinePlan } from "./lines";

export function LineGround(props: { plan: LinePlan; geometry: Geometry; labels: boolean }) {
  return (
    <g class="board__ground">
      <For each={props.plan.lines}>{({ from, to }) => <line class="board__unlinked" x1={from.x} y1={from.y} x2={to.x} y2={to.y} />}</For>
      <Show when={props.labels}>
        <Labels geometry={props.geometry} />
      </Show>
    </g>
  );
}

/** A line that is a cell has an owner; one that is no more than drawn belongs to nobody. */
export function InkLayer(props: { plan: LinePlan; inks: Accessor<(Glyph | null)[]>; fresh?: (line: number) => boolean }) {
  return (
    <g class="board__links">
      <For each={props.plan.lines}>
        {({ from, to, word }, line) => (
          <Show when={props.inks()[line()]}>
            {(glyph) => (
              <>
                <Show when={props.fresh?.(line())}>
                  <line class="board__link-light" x1={from.x} y1={from.y} x2={to.x} y2={to.y} />
                </Show>
                <line class={`board__link ${word === null ? `ink--${glyph().colour}` : "board__link--plain"}`} x1={from.x} y1={from.y} x2={to.x} y2={to.y} />
              </>
            )}
          </Show>
        )}
      </For>
      <For each={props.plan.points}>{({ x, y }) => <circle class="board__point" cx={x} cy={y} r="9" />}</For>
    </g>
  );
}

/** The whole length of lines that cross each other: whoever presses one beside its handle means it too. */
export function StripLayer(props: { plan: LinePlan; live: (line: number) => boolean; onPress: (line: number) => void }) {
  return (
    <g aria-hidden="true">
      <For each={props.plan.lines}>
        {({ from, to }, line) => (
          <line
            class={props.live(line()) ? "board__strip board__strip--live" : "board__strip"}
            x1={from.x}
            y1={from.y}
            x2={to.x}
            y2={to.y}
            onClick={() => props.onPress(line())}
          />
        )}
      </For>
    </g>
  );
}

/** The field between two dots and the two boxes beside them that is nearer to this line than to any other. */
export function diamondPoints({ x, y }: Point): string {
  const half = kCell / 2;
  return `${x - half},${y} ${x},${y - half} ${x + half},${y} ${x},${y + half}`;
}

/** What lies in the boxes between the dots of a drawing. */
export function BoxLayer(props: { structure: Structure; index: number; geometry: Geometry; hint?: Hint | null | undefined; position: Position }) {
  const boxes = createMemo(() => {
    const inside = boxesOf(props.structure, props.index);
    const dots = props.structure.boards[props.index];
    if (inside === null || !dots) return null;
    const art = new BoardArt(props.structure, inside, props.hint);
    return { art, geometry: { ...props.geometry, centres: boxCentres(art.board, dots, props.geometry) } };
  });
  return (
    <Show when={boxes()} keyed>
      {({ art, geometry }) => <Boxes art={art} geometry={geometry} position={props.position} />}
    </Show>
  );
}

// A box wears the colour of what lies in it. Nobody presses it, so it says itself what it holds.
function Boxes(props: { art: BoardArt; geometry: Geometry; position: Position }) {
  const items = createMemo(() => props.art.itemsOf(props.position));
  const main = (cell: number) => items()[cell]?.find((item) => item.main);
  return (
    <g>
      <For each={props.art.board.cells}>
        {(_, cell) => (
          <Show when={main(cell())}>
            {(item) => (
              <g class={`ink--${item().glyph.colour}`} role="img" aria-label={cellLabel(props.art.board, cell(), items()[cell()] ?? [])}>
                <CellShape geometry={props.geometry} cell={cell()} class="board__tint" />
              </g>
            )}
          </Show>
        )}
      </For>
      <PieceLayer geometry={props.geometry} items={items} />
    </g>
  );
}
