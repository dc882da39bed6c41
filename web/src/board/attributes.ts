// Pieces that are all combinations of four yes-or-no attributes, as in Quarto: tdrh is tall, dark, round and hollow.
import type { Glyph } from "./glyph";

const kAttributes = 4;
const kFewest = 8;

// The letters that mean "yes" for what the attribute of this place is drawn as: tall, dark, round, hollow.
const kYes = ["t", "d", "r", "h"];

/** Glyphs of all pieces, or nothing if the names are no such codes. `bits` are tall, dark, round, hollow. */
export function attributeGlyphs(pieces: readonly string[]): Map<string, Glyph> {
  const codes = pieces.map((piece) => /^[a-z]?([a-z]{4}|[01]{4})$/.exec(piece)?.[1]);
  if (pieces.length < kFewest || codes.some((code) => code === undefined)) return new Map();
  const letters = Array.from({ length: kAttributes }, (_, place) => [...new Set(codes.map((code) => code?.[place] ?? ""))].sort());
  if (letters.some((alternatives) => alternatives.length !== 2)) return new Map();
  const yes = letters.map((alternatives, place) => alternatives.find((letter) => letter === kYes[place]) ?? alternatives[1]);
  return new Map(
    pieces.map((piece, p) => {
      const bits = yes.map((letter, place) => codes[p]?.[place] === letter);
      return [piece, { symbol: "attributes", colour: bits[1] ? "blue" : "orange", bits, name: piece }];
    }),
  );
}
