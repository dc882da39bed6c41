// Marks of the ground on their cells, and what they mean.
import { For, Show } from "solid-js";
import { CellShape } from "./cell_shape";
import type { Geometry } from "./geometry";
import { GlyphPicture, GlyphView } from "./glyph_view";
import type { Sign } from "./signs";

/** The whole cell is tinted, so that a mark is seen below a piece too. */
export function SignLayer(props: { geometry: Geometry; signs: readonly Sign[] }) {
  return (
    <For each={props.signs}>
      {({ glyph, cells }) => (
        <g class={`board__signs ink--${glyph.colour}`}>
          <For each={cells}>
            {(cell) => {
              const { x, y } = props.geometry.centres[cell] ?? { x: 0, y: 0 };
              return (
                <>
                  <CellShape geometry={props.geometry} cell={cell} class="board__tint" />
                  <GlyphView glyph={glyph} transform={`translate(${x} ${y}) scale(0.6)`} />
                </>
              );
            }}
          </For>
        </g>
      )}
    </For>
  );
}

export function SignLegend(props: { signs: readonly Sign[] }) {
  return (
    <Show when={props.signs.length > 0}>
      <ul class="board__legend" aria-label="Marks of the ground">
        <For each={props.signs}>
          {({ glyph, name }) => (
            <li class="board__legend-entry">
              <GlyphPicture glyph={glyph} />
              {name}
            </li>
          )}
        </For>
      </ul>
    </Show>
  );
}
