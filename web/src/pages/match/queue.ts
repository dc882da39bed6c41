// A match whose built-in players have no process yet waits in a queue of the server; the page says where.

const kEndings: Record<Intl.LDMLPluralRule, string> = { one: "st", two: "nd", few: "rd", other: "th", zero: "th", many: "th" };
const kOrdinals = new Intl.PluralRules("en", { type: "ordinal" });

/** What the match waits for, in words. `place` counts from 1. */
export function queueText(place: number): string {
  const where = place === 1 ? "next in line" : `${place}${kEndings[kOrdinals.select(place)]} in line`;
  return `Waiting for a free player: ${where}.`;
}
