// Draws a glyph in a box from -50 to 50, inside an SVG.
import { Match, Switch } from "solid-js";
import { kChessPieces } from "./vocabulary";
import type { Glyph } from "./glyph";
import { Die, PlayingCard } from "./symbols/cards";
import { ChessPiece } from "./symbols/chess";
import { Cross, Disc, Man, Peg, Ring, Stone } from "./symbols/men";
import { Attributes, Numeral, Token } from "./symbols/texts";
import { isThing, Thing } from "./symbols/things";

function Dice(props: { text: string }) {
  const values = () => props.text.split(" ").map(Number);
  const single = () => values().length === 1;
  return (
    <Switch>
      <Match when={single()}>
        <Die value={values()[0] ?? 0} />
      </Match>
      <Match when={!single()}>
        <g transform="scale(0.62)">
          <Die value={values()[0] ?? 0} x={-38} />
          <Die value={values()[1] ?? 0} x={38} />
        </g>
      </Match>
    </Switch>
  );
}

export function GlyphView(props: { glyph: Glyph; transform?: string | undefined }) {
  const symbol = () => props.glyph.symbol;
  // A colour of a hint is set through the object model: the page's security policy forbids style attributes.
  const paint = (element: SVGGElement) => {
    if (props.glyph.paint) element.style.setProperty("--ink", props.glyph.paint);
  };
  return (
    <g class={`ink ink--${props.glyph.colour} ink--is-${symbol()}`} transform={props.transform} ref={paint}>
      <Switch>
        <Match when={kChessPieces.includes(symbol())}>
          <ChessPiece piece={symbol()} />
        </Match>
        <Match when={symbol() === "man" || symbol() === "crowned"}>
          <Man crowned={symbol() === "crowned"} />
        </Match>
        <Match when={symbol() === "disc"}>
          <Disc />
        </Match>
        <Match when={symbol() === "stone"}>
          <Stone />
        </Match>
        <Match when={symbol() === "peg"}>
          <Peg />
        </Match>
        <Match when={symbol() === "cross"}>
          <Cross />
        </Match>
        <Match when={symbol() === "ring"}>
          <Ring />
        </Match>
        <Match when={symbol() === "card"}>
          <PlayingCard rank={props.glyph.text ?? ""} suit={props.glyph.suit} />
        </Match>
        <Match when={symbol() === "die"}>
          <Dice text={props.glyph.text ?? ""} />
        </Match>
        <Match when={symbol() === "numeral" || symbol() === "letter"}>
          <Numeral text={props.glyph.text ?? ""} />
        </Match>
        <Match when={symbol() === "attributes"}>
          <Attributes bits={props.glyph.bits ?? []} />
        </Match>
        <Match when={isThing(symbol())}>
          <Thing symbol={symbol()} turn={props.glyph.turn} />
        </Match>
        <Match when={symbol() === "token"}>
          <Token text={props.glyph.text ?? ""} bits={props.glyph.bits ?? []} />
        </Match>
      </Switch>
    </g>
  );
}

/** A glyph as a small picture of its own, for hands, buttons and cards. */
export function GlyphPicture(props: { glyph: Glyph }) {
  return (
    <svg class="glyph-picture" viewBox="-50 -50 100 100" aria-hidden="true">
      <GlyphView glyph={props.glyph} />
    </svg>
  );
}
