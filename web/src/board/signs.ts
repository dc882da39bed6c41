// Marks of the ground: cells about which the rules say something for ever, such as the targets of a store. They lie below the pieces and
// are explained beside the board, because a sign alone says little.
import type { Hint, Structure, StructureBoard } from "../api/types";
import { type ColourName, roleColours } from "./colours";
import { isHidden } from "./families";
import { type Glyph, isWorded } from "./glyph";
import { recognise } from "./recognise";
import { prettyTerm } from "./terms";

export interface Sign {
  /** "target", "home of red" */
  name: string;
  glyph: Glyph;
  cells: readonly number[];
}

// For relations that belong to nobody, one after the other.
const kColours: readonly ColourName[] = ["green", "purple", "orange", "sky"];

/** The marks of a board. A relation wears the picture of its name, or a ring, in the colour of its owner. */
export function signsOf(structure: Structure, board: StructureBoard, hint?: Hint | null): Sign[] {
  const owners = roleColours(structure.roles);
  const relations = [...new Set((board.ground ?? []).map(({ relation }) => relation))];
  return (board.ground ?? []).flatMap(({ relation, owner, cells }): Sign[] => {
    if (isHidden(hint, `${relation}/${board.axes.length + (owner === undefined ? 0 : 1)}`)) return [];
    const word = prettyTerm(relation, hint);
    const name = owner === undefined ? word : `${word} of ${prettyTerm(owner, hint)}`;
    const colour = owners[structure.roles.indexOf(owner ?? "")] ?? kColours[relations.indexOf(relation) % kColours.length] ?? "green";
    const picture = recognise({ contents: [relation], roles: structure.roles, hint: hint ?? null }).glyphOf(relation);
    return [{ name, glyph: { ...picture, symbol: isWorded(picture) ? "ring" : picture.symbol, colour, name }, cells }];
  });
}

/** What lies below the pieces of a cell, by name. */
export function signNames(signs: readonly Sign[], cell: number): string[] {
  return signs.flatMap(({ name, cells }) => (cells.includes(cell) ? [name] : []));
}
