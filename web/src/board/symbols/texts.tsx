// Numerals, letters, tokens with a short name, and pieces that differ in attributes.
import { Show } from "solid-js";

const kOutlines = [
  "M0 -36 A36 36 0 1 1 -0.1 -36 Z",
  "M-32 -32 H32 V32 H-32 Z",
  "M0 -42 L42 0 L0 42 L-42 0 Z",
  "M-20 -36 H20 L40 0 L20 36 H-20 L-40 0 Z",
];

/** Long texts are set smaller, so that they stay inside. */
function size(text: string, largest: number, width: number): number {
  return Math.min(largest, width / (0.6 * Math.max(1, [...text].length)));
}

export function Numeral(props: { text: string }) {
  return (
    <>
      <rect class="ink__body ink__body--tile" x="-38" y="-38" width="76" height="76" rx="10" />
      <text class="ink__text" font-size={`${size(props.text, 50, 66)}`}>
        {props.text}
      </text>
    </>
  );
}

export function Token(props: { text: string; bits: readonly boolean[] }) {
  const outline = () => kOutlines[(props.bits[0] ? 1 : 0) + (props.bits[1] ? 2 : 0)] ?? "";
  return (
    <>
      <path class="ink__body" d={outline()} />
      <Show when={props.text}>
        <text class="ink__text" font-size={`${size(props.text, 32, 52)}`}>
          {props.text}
        </text>
      </Show>
    </>
  );
}

/** Tall or short, round or square, hollow or solid; the colour is the fourth attribute. */
export function Attributes(props: { bits: readonly boolean[] }) {
  const radius = () => (props.bits[0] ? 40 : 25);
  const square = (r: number) => `M${-r} ${-r} H${r} V${r} H${-r} Z`;
  const circle = (r: number) => `M0 ${-r} A${r} ${r} 0 1 1 -0.1 ${-r} Z`;
  const outline = (r: number) => (props.bits[2] ? circle(r) : square(r * 0.9));
  return (
    <>
      <path class="ink__body" d={outline(radius())} />
      <Show when={props.bits[3]}>
        <path class="ink__hollow" d={outline(radius() * 0.5)} />
      </Show>
    </>
  );
}
