// The places of a board as a person touches them, cells or lines: clicks, and one tab stop per board from which the arrow keys lead to every
// place.
import { createSignal, Index, type JSX } from "solid-js";
import { neighbour, type Point } from "./geometry";

export interface HitLayerProps {
  /** The middles of the places, in their order. */
  centres: readonly Point[];
  shapeOf: (place: number) => JSX.Element;
  labelOf: (place: number) => string;
  /** Whether some move goes on there. */
  live: (place: number) => boolean;
  pressed: (place: number) => boolean;
  onPress: (place: number) => void;
}

const kArrows: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export function HitLayer(props: HitLayerProps) {
  const [focus, setFocus] = createSignal(0);
  let layer!: SVGGElement;

  const placeAt = (event: Event): number | null => {
    const shape = (event.target as Element).closest("[data-cell]");
    return shape ? Number(shape.getAttribute("data-cell")) : null;
  };
  const onClick = (event: Event) => {
    const place = placeAt(event);
    if (place !== null) props.onPress(place);
  };
  const onKey = (event: KeyboardEvent) => {
    const place = placeAt(event);
    if (place === null) return;
    const arrow = kArrows[event.key];
    if (arrow) layer.querySelector<SVGElement>(`[data-cell="${neighbour(props.centres, place, ...arrow)}"]`)?.focus();
    else if (event.key === "Enter" || event.key === " ") props.onPress(place);
    else return;
    event.preventDefault();
  };

  return (
    <g ref={layer} class="board__hits" onClick={onClick} onKeyDown={onKey} onFocusIn={(event) => setFocus(placeAt(event) ?? focus())}>
      <Index each={props.centres}>
        {(_, place) => (
          <g
            data-cell={place}
            class={props.live(place) ? "board__hit board__hit--live" : "board__hit"}
            role="button"
            tabindex={focus() === place ? 0 : -1}
            aria-label={props.labelOf(place)}
            aria-disabled={!props.live(place)}
            aria-pressed={props.pressed(place)}
          >
            {props.shapeOf(place)}
          </g>
        )}
      </Index>
    </g>
  );
}
