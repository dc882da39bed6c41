// A playing card and a die.
import { For, Show } from "solid-js";
import type { Suit } from "../glyph";

const kSuits: Record<Suit, string> = {
  hearts: "M0 15 C-22 -1 -16 -16 -8 -16 C-3 -16 0 -12 0 -9 C0 -12 3 -16 8 -16 C16 -16 22 -1 0 15 Z",
  diamonds: "M0 -17 L13 0 L0 17 L-13 0 Z",
  clubs: "M-3 15 C-1 10 -1 6 -1 3 A8 8 0 1 1 -6 -5 A8 8 0 1 1 6 -5 A8 8 0 1 1 1 3 C1 6 1 10 3 15 Z",
  spades: "M0 -17 C14 -4 18 2 12 7 C8 10 4 8 2 5 C2 9 3 12 5 15 H-5 C-3 12 -2 9 -2 5 C-4 8 -8 10 -12 7 C-18 2 -14 -4 0 -17 Z",
};

export function PlayingCard(props: { rank: string; suit?: Suit | undefined }) {
  return (
    <>
      <rect class="card__face" x="-30" y="-43" width="60" height="86" rx="7" />
      <Show
        when={props.suit}
        fallback={
          <text class="card__rank card__rank--large" y="2">
            {props.rank}
          </text>
        }
      >
        {(suit) => (
          <>
            <text class="card__rank" y="-18">
              {props.rank}
            </text>
            <path class="card__suit" d={kSuits[suit()]} transform="translate(0 18)" />
          </>
        )}
      </Show>
    </>
  );
}

const kPips: Record<number, [number, number][]> = {
  1: [[0, 0]],
  2: [[-1, -1], [1, 1]],
  3: [[-1, -1], [0, 0], [1, 1]],
  4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
  6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
};
const kPipStep = 17;

export function Die(props: { value: number; x?: number }) {
  return (
    <g transform={`translate(${props.x ?? 0} 0)`}>
      <rect class="ink__body" x="-33" y="-33" width="66" height="66" rx="12" />
      <For each={kPips[props.value] ?? []}>{([x, y]) => <circle class="ink__sign" cx={x * kPipStep} cy={y * kPipStep} r="6.5" />}</For>
    </g>
  );
}
