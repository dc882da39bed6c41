// Cells lit up for a reason of the page: a wash of colour over the cell, and a word in its middle.
import { For, Show } from "solid-js";
import type { CellMark } from "./cell_marks";
import { CellShape } from "./cell_shape";
import type { Geometry } from "./geometry";

const kSteps = 5; // of heat, each a class of its own

export function MarkLayer(props: { geometry: Geometry; marks: readonly CellMark[] }) {
  const shade = (mark: CellMark) =>
    mark.kind === "heat" ? `board__mark--heat-${Math.min(kSteps - 1, Math.floor((mark.strength ?? 0) * kSteps))}` : `board__mark--${mark.kind}`;
  return (
    <g class="board__marks" aria-hidden="true">
      <For each={props.marks}>
        {(mark) => (
          <>
            <CellShape geometry={props.geometry} cell={mark.cell} class={`board__mark ${shade(mark)}`} />
            <Show when={mark.text}>
              <text class="board__mark-text" x={props.geometry.centres[mark.cell]?.x} y={props.geometry.centres[mark.cell]?.y}>
                {mark.text}
              </text>
            </Show>
          </>
        )}
      </For>
    </g>
  );
}
