// The cells as a person touches them: clicks, and one tab stop per board from which the arrow keys lead to every cell.
import { createSignal, For, type Accessor } from "solid-js";
import type { StructureBoard } from "../api/types";
import { CellShape } from "./board_layers";
import { cellLabel } from "./cell_text";
import type { Item } from "./contents";
import { type Geometry, neighbour } from "./geometry";

export interface HitLayerProps {
  board: StructureBoard;
  geometry: Geometry;
  items: Accessor<Item[][]>;
  /** Cells that go on with some move. */
  live: Accessor<ReadonlySet<number>>;
  pressed: Accessor<readonly number[]>;
  onPress: (cell: number) => void;
}

const kArrows: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export function HitLayer(props: HitLayerProps) {
  const [focus, setFocus] = createSignal(0);
  let layer!: SVGGElement;

  const cellAt = (event: Event): number | null => {
    const shape = (event.target as Element).closest("[data-cell]");
    return shape ? Number(shape.getAttribute("data-cell")) : null;
  };
  const onClick = (event: Event) => {
    const cell = cellAt(event);
    if (cell !== null) props.onPress(cell);
  };
  const onKey = (event: KeyboardEvent) => {
    const cell = cellAt(event);
    if (cell === null) return;
    const arrow = kArrows[event.key];
    if (arrow) layer.querySelector<SVGElement>(`[data-cell="${neighbour(props.geometry, cell, ...arrow)}"]`)?.focus();
    else if (event.key === "Enter" || event.key === " ") props.onPress(cell);
    else return;
    event.preventDefault();
  };

  return (
    <g ref={layer} class="board__hits" onClick={onClick} onKeyDown={onKey} onFocusIn={(event) => setFocus(cellAt(event) ?? focus())}>
      <For each={props.board.cells}>
        {(_, cell) => (
          <g
            data-cell={cell()}
            class={props.live().has(cell()) ? "board__hit board__hit--live" : "board__hit"}
            role="button"
            tabindex={focus() === cell() ? 0 : -1}
            aria-label={cellLabel(props.board, cell(), props.items()[cell()] ?? [])}
            aria-disabled={!props.live().has(cell())}
            aria-pressed={props.pressed().includes(cell())}
          >
            <CellShape geometry={props.geometry} cell={cell()} class="board__hit-shape" />
          </g>
        )}
      </For>
    </g>
  );
}
