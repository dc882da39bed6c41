// Fluents that say something about a cell without being a piece: (mine 2 3), (rider red 4 4), (blocked_east 1 2), (line across 2 2).
import type { Position, StructureBoard } from "../api/types";
import { type Glyph, isWorded } from "./glyph";
import { recognise } from "./recognise";
import { directionOf } from "./vocabulary";

const kMostWords = 2;

/** Marks with more words than a corner can show say nothing to a person: pairs of coordinates, keys of tables. */
export function isDrawable(content: string): boolean {
  return content.split(" ").length <= kMostWords && !/^\d+ \d+$/.test(content);
}

/** A wall at the edge of a cell, which its functor names: blockednorth. */
export function edgeGlyph(functor: string): Glyph | null {
  const match = /^(blocked|block|wall|barrier|closed).*?(north|east|south|west|right|left|up|down)$/.exec(functor.replace(/[_-]/g, ""));
  const turn = directionOf(match?.[2] ?? "");
  return turn === undefined ? null : { symbol: "edge", colour: "black", turn, name: functor };
}

/** The glyphs of one family of marks: it wears the picture of its functor and the colour of the role it names. */
export function markGlyphs(functor: string, roles: readonly string[]): (content: string) => Glyph {
  const set = recognise({ contents: [functor, ...roles], roles });
  const picture = set.glyphOf(functor);
  const alone = edgeGlyph(functor) ?? (isWorded(picture) ? { ...picture, symbol: "visited" as const } : picture);
  return (content) => {
    if (content === functor) return alone;
    const told = set.glyphOf(content);
    const name = `${picture.name} ${told.name}`;
    if (isWorded(picture)) return { ...told, name };
    return { ...picture, colour: roles.includes(content) ? told.colour : picture.colour, name };
  };
}

/** Families that most cells bear: they are terrain, and say nothing about any single cell. */
export function terrainFamilies(board: StructureBoard, cells: Position["scene"]["boards"][number]): Set<number> {
  const counts = new Map<number, number>();
  for (const { items } of cells) {
    for (const family of new Set(items.map((item) => item.family))) counts.set(family, (counts.get(family) ?? 0) + 1);
  }
  return new Set([...counts].filter(([family, count]) => family > 0 && 2 * count > board.cells.length).map(([family]) => family));
}

const kLines: Record<string, "column" | "row"> = { across: "column", horizontal: "column", down: "row", vertical: "row" };

/** The axis along which a content draws a line to the next cell. */
export const lineAxis = (content: string): "column" | "row" | undefined => kLines[content];

/** Cells that hold lines to their neighbours are the dots of a drawing: (line across 2 3) runs from dot 2 3 to the next one in its row. */
export function isDrawing(board: StructureBoard): boolean {
  return board.shape === "grid" && board.at_most_one === "no" && board.contents.every((content) => lineAxis(content) !== undefined);
}
