// What stands on one cell: a piece, several pieces side by side, an amount of seeds, marks in the corner.
import { For, Show } from "solid-js";
import type { Item } from "./contents";
import { GlyphView } from "./glyph_view";

const kMostSeeds = 12;
const kMostPieces = 9;

function Seeds(props: { amount: number }) {
  const shown = () => Math.min(props.amount, kMostSeeds);
  const columns = () => (shown() <= 4 ? 2 : shown() <= 9 ? 3 : 4);
  const rows = () => Math.ceil(shown() / columns());
  const step = () => (columns() === 4 ? 17 : 21);
  return (
    <g class="ink ink--brown">
      <For each={Array.from({ length: shown() }, (_, seed) => seed)}>
        {(seed) => (
          <circle
            class="ink__body"
            r={columns() === 4 ? 7 : 9}
            cx={((seed % columns()) - (columns() - 1) / 2) * step()}
            cy={(Math.floor(seed / columns()) - (rows() - 1) / 2) * step() - 6}
          />
        )}
      </For>
      <text class="board__amount" y="38">
        {props.amount}
      </text>
    </g>
  );
}

// Several pieces share the cell in rows of two or three.
function place(index: number, count: number): string {
  if (count === 1) return "";
  const columns = count <= 4 ? 2 : 3;
  const rows = Math.ceil(count / columns);
  const room = 100 / columns;
  const x = ((index % columns) - (columns - 1) / 2) * room;
  const y = (Math.floor(index / columns) - (rows - 1) / 2) * room;
  return `translate(${x} ${y}) scale(${0.94 / columns})`;
}

export function CellItems(props: { items: readonly Item[]; hexagonal: boolean; turned: boolean }) {
  const pieces = () => props.items.filter((item) => item.main);
  const edges = () => props.items.filter((item) => item.glyph.symbol === "edge");
  const marks = () => props.items.filter((item) => !item.main && item.glyph.symbol !== "edge");
  const shown = () => pieces().slice(0, kMostPieces);
  const amount = () => (pieces().length === 1 ? (pieces()[0]?.amount ?? null) : null);
  const markPlace = (index: number) =>
    pieces().length === 0
      ? `scale(0.7) ${place(index, marks().length)}`
      : `translate(${32 - 26 * (index % 3)} ${-32 + 26 * Math.floor(index / 3)}) scale(0.3)`;
  // What points somewhere on the board turns with it.
  const faced = ({ glyph }: Item, transform = "") => (props.turned && glyph.turn !== undefined ? `${transform} rotate(180)` : transform);
  return (
    <g transform={props.hexagonal ? "scale(0.86)" : undefined}>
      <Show
        when={amount() === null}
        fallback={<Seeds amount={amount() ?? 0} />}
      >
        <For each={shown()}>{(item, index) => <GlyphView glyph={item.glyph} transform={faced(item, place(index(), shown().length))} />}</For>
      </Show>
      <For each={marks()}>{(item, index) => <GlyphView glyph={item.glyph} transform={faced(item, markPlace(index()))} />}</For>
      <For each={edges()}>{(item) => <GlyphView glyph={item.glyph} transform={faced(item)} />}</For>
      <Show when={pieces().length > kMostPieces}>
        <text class="board__amount" y="38">
          +{pieces().length - kMostPieces}
        </text>
      </Show>
    </g>
  );
}
