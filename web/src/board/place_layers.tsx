// Places and what lies in them, without listeners.
import { For, Show } from "solid-js";
import type { Hint, StructureBoard } from "../api/types";
import { type ColourName, isColourName } from "./colours";
import type { Box, PlaceLayout } from "./places";
import { prettyTerm } from "./terms";

const kColours: readonly ColourName[] = ["orange", "sky", "green", "purple", "yellow", "blue", "red", "brown"];
const kLongest = 3;

export function BoxShape(props: { box: Box; class: string; round?: number }) {
  return (
    <rect
      class={props.class}
      x={props.box.x - props.box.width / 2}
      y={props.box.y - props.box.height / 2}
      width={props.box.width}
      height={props.box.height}
      rx={props.round ?? 0}
    />
  );
}

export function PlaceGround(props: { layout: PlaceLayout; labels: boolean; hint?: Hint | null | undefined }) {
  return (
    <g class="board__ground">
      <For each={props.layout.grounds}>
        {(ground, root) => (
          <>
            <Show when={props.layout.pegged}>
              <rect class="board__peg" x={ground.x - 6} y={props.layout.viewBox.y + 10} width="12" height={-props.layout.viewBox.y - 10} rx="6" />
            </Show>
            <BoxShape box={ground} class="board__peg" round={5} />
            <Show when={props.labels}>
              <text class="board__label" x={ground.x} y={ground.y + 34} font-size="24">
                {prettyTerm(props.layout.roots[root()] ?? "", props.hint)}
              </text>
            </Show>
          </>
        )}
      </For>
    </g>
  );
}

function colourOf(item: string, cell: number, hint: Hint | null | undefined): ColourName {
  const hinted = hint?.colours?.[item];
  return hinted !== undefined && isColourName(hinted) ? hinted : (kColours[cell % kColours.length] ?? "grey");
}

export function ThingLayer(props: { board: StructureBoard; boxes: readonly (Box | null)[]; hint?: Hint | null | undefined }) {
  const name = (cell: number) => prettyTerm(props.board.axes[0]?.values[cell] ?? "", props.hint);
  return (
    <g class="board__pieces">
      <For each={props.board.cells}>
        {(_, cell) => (
          <Show when={props.boxes[cell()]}>
            {(box) => (
              <g class={`ink ink--${colourOf(props.board.axes[0]?.values[cell()] ?? "", cell(), props.hint)}`}>
                <BoxShape box={box()} class="ink__body" round={10} />
                <text class="ink__text" x={box().x} y={box().y} font-size={`${name(cell()).length > kLongest ? 18 : 26}`}>
                  {name(cell())}
                </text>
              </g>
            )}
          </Show>
        )}
      </For>
    </g>
  );
}
