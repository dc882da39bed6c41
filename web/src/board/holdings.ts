// Pictures for what is not on a board: items of hands and values of counters. Where they are pieces of a board they look like these.
import type { Hint, Position, Structure } from "../api/types";
import { functorOf } from "./families";
import { type Glyph, isWorded } from "./glyph";
import { recognise, type SymbolSet } from "./recognise";

function domainValues(structure: Structure, family: string, argument: number): string[] {
  const domain = structure.domains.find(({ places }) =>
    places.some((place) => place.of === "fluent" && place.family === family && place.argument === argument),
  );
  return domain?.values ?? [];
}

/** The set in which the words of some arguments of a family are drawn. `seen` completes what the domains know. */
function setFor(structure: Structure, family: string, places: readonly number[], seen: readonly string[], hint: Hint | null | undefined): SymbolSet {
  const [only] = places;
  const values = places.length === 1 && only !== undefined ? domainValues(structure, family, only) : [];
  const contents = [...new Set([...values, ...seen])];
  const board = structure.boards.find(
    (candidate) => candidate.shape !== "piles" && contents.length > 0 && contents.every((content) => candidate.contents.includes(content)),
  );
  return recognise({
    contents: board?.contents ?? contents,
    blank: board?.blank ?? null,
    roles: structure.roles,
    functor: board?.name ?? functorOf(family),
    hint: hint ?? null,
  });
}

function picture(set: SymbolSet, content: string): Glyph | null {
  const glyph = set.glyphOf(content);
  return isWorded(glyph) ? null : glyph;
}

export function handPictures(structure: Structure, position: Position, hand: number, hint?: Hint | null): (item: string) => Glyph | null {
  const found = structure.hands[hand];
  if (!found) return () => null;
  const seen = (position.scene.hands[hand] ?? []).map(({ item }) => item);
  const set = setFor(structure, found.family, found.item, seen, hint);
  return (item) => picture(set, item);
}

export function counterPictures(structure: Structure, counter: number, hint?: Hint | null): (value: string) => Glyph | null {
  const found = structure.counters[counter];
  if (!found || found.kind !== "variable") return diePictures(functorOf(found?.family ?? "/0"));
  const set = setFor(structure, found.family, found.value, [], hint);
  return (value) => {
    const glyph = picture(set, value);
    // Phases and results are words; a disc beside "red" helps, an arrow beside "left" does not.
    return glyph && (set.family === "tokens" || glyph.symbol === "arrow" || glyph.symbol === "person") ? null : glyph;
  };
}

function diePictures(functor: string): (value: string) => Glyph | null {
  if (!/^(die|dice)$/.test(functor)) return () => null;
  return (value) => (/^[1-6]( [1-6])?$/.test(value) ? { symbol: "die", colour: "white", text: value, name: value } : null);
}
