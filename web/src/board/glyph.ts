// What is drawn for a content: a picture, whose colour it wears, and what a screen reader calls it.
import type { ColourName } from "./colours";

export const kSymbols = [
  "king",
  "queen",
  "rook",
  "bishop",
  "knight",
  "pawn",
  "man",
  "crowned",
  "disc",
  "stone",
  "cross",
  "ring",
  "card",
  "die",
  "arrow",
  "wall",
  "box",
  "person",
  "ghost",
  "animal",
  "key",
  "door",
  "flag",
  "bomb",
  "flame",
  "lamp",
  "ship",
  "peg",
  "domino",
  "edge",
  "visited",
  "cover",
  "tile",
  "numeral",
  "letter",
  "attributes",
  "token",
  "nothing",
] as const;

export type SymbolName = (typeof kSymbols)[number];

export interface Glyph {
  symbol: SymbolName;
  colour: ColourName;
  /** A colour of CSS from a hint, instead of `colour`. */
  paint?: string;
  /** Numerals, letters, ranks of cards, short names on tokens. */
  text?: string;
  /** Of cards. */
  suit?: Suit;
  /** Of arrows, dominoes and walls at an edge: clockwise from straight up, in degrees. */
  turn?: number;
  /** Of pieces that differ in yes-or-no attributes, and the outline of tokens. */
  bits?: readonly boolean[];
  /** For screen readers: "white pawn". */
  name: string;
}

export type Suit = "hearts" | "diamonds" | "clubs" | "spades";

export function isSymbolName(text: string): text is SymbolName {
  return (kSymbols as readonly string[]).includes(text);
}

/** Whether a glyph is no more than its word in a frame: beside text it says nothing new. */
export function isWorded({ symbol }: Glyph): boolean {
  return symbol === "token" || symbol === "numeral" || symbol === "letter" || symbol === "nothing";
}
