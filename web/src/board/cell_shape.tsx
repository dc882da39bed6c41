// The outline of a cell, square or hexagonal.
import { Show } from "solid-js";
import { type Geometry, hexagonPoints, kCell } from "./geometry";

/** What is painted below a piece, lit up behind it, and clicked in front of it. */
export function CellShape(props: { geometry: Geometry; cell: number; class: string }) {
  const centre = () => props.geometry.centres[props.cell] ?? { x: 0, y: 0 };
  return (
    <Show
      when={props.geometry.hexagonal}
      fallback={<rect class={props.class} x={centre().x - kCell / 2} y={centre().y - kCell / 2} width={kCell} height={kCell} />}
    >
      <polygon class={props.class} points={hexagonPoints(centre())} />
    </Show>
  );
}
