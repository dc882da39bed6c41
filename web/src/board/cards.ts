// Playing cards by their names: `(card jack hearts)`, `jack`, `3`, `(card 2 first)`.
import type { Glyph } from "./glyph";
import { prettyContent } from "./terms";
import { rankOf, suitOf, wordsOf } from "./vocabulary";

/** A card, or null if the content has no rank. What is neither rank nor suit (copies of one card) is left out. */
export function cardGlyph(content: string): Glyph | null {
  const words = wordsOf(content).filter((word) => word !== "card");
  const suit = words.map(suitOf).find(Boolean);
  const rank = words.map(rankOf).find(Boolean);
  if (!rank) return null;
  const red = suit === "hearts" || suit === "diamonds";
  return { symbol: "card", colour: red ? "red" : "black", text: rank, ...(suit ? { suit } : {}), name: prettyContent(content) };
}
