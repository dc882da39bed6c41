// Visits as translucent discs with their percentage, and an arrow for the best move.
import { For } from "solid-js";
import { kCell, type Point } from "./geometry";
import type { BoardThought } from "./thought_marks";

const kPercent = 100;

export function ThoughtLayer(props: { centres: readonly Point[]; thought: BoardThought }) {
  const centre = (cell: number) => props.centres[cell] ?? { x: 0, y: 0 };
  // The shaft ends a little before the middle of the cell, where the head begins.
  const shaft = (from: number, to: number) => {
    const a = centre(from);
    const b = centre(to);
    const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
    const short = Math.max(0, length - kCell * 0.3) / length;
    return { x: a.x + (b.x - a.x) * short, y: a.y + (b.y - a.y) * short, angle: (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI };
  };
  return (
    <g class="board__thought" aria-hidden="true">
      <For each={props.thought.marks}>
        {(mark) => (
          <g transform={`translate(${centre(mark.place).x} ${centre(mark.place).y})`}>
            <circle class={mark.best ? "board__visits board__visits--best" : "board__visits"} r={14 + 30 * Math.sqrt(mark.share)} />
            <text class="board__percent">{Math.round(mark.share * kPercent)}</text>
          </g>
        )}
      </For>
      <For each={props.thought.arrows}>
        {({ from, to }) => (
          <g class="board__best-arrow">
            <line x1={centre(from).x} y1={centre(from).y} x2={shaft(from, to).x} y2={shaft(from, to).y} />
            <path
              d="M26 0 L-6 -19 L-6 19 Z"
              transform={`translate(${shaft(from, to).x} ${shaft(from, to).y}) rotate(${shaft(from, to).angle})`}
            />
          </g>
        )}
      </For>
    </g>
  );
}
