// Marks that a page puts on cells beside the pieces: what a statement is about, the images of a cell, how far a cell is from a goal.
import type { Structure, StructureBoard } from "../api/types";
import { functorOf } from "./families";
import { parseTerm, printTerm } from "./terms";
import type { CellRef } from "./touched";

export interface CellMark extends CellRef {
  kind: "about" | "origin" | "heat";
  /** Of heat: 1 is near, 0 is far. */
  strength?: number;
  /** A short word in the middle of the cell. */
  text?: string;
}

interface Place {
  argument: number;
  part: "whole" | "letters" | "number";
}

// The value that a coordinate takes from an argument: all of it, or the letters or the number of `c4`.
function valueAt(constant: string, part: Place["part"]): string {
  if (part === "letters") return /^[a-z]+/i.exec(constant)?.[0] ?? "";
  if (part === "number") return /\d+$/.exec(constant)?.[0] ?? "";
  return constant;
}

function cellAt(board: StructureBoard, coordinates: readonly Place[], constants: readonly string[]): number {
  const at = coordinates.map(({ argument, part }, axis) => board.axes[axis]?.values.indexOf(valueAt(constants[argument] ?? "", part)) ?? -1);
  if (at.includes(-1)) return -1;
  return board.cells.findIndex((cell) => cell.at.every((index, axis) => index === at[axis]));
}

/** The cell that a fluent such as (cell 1 2 x) is on, of the first board that has a place for it. */
export function cellOfFluent(structure: Structure, fluent: string): CellRef | null {
  const term = parseTerm(fluent);
  if (typeof term === "string") return null;
  const [functor, ...rest] = term;
  const constants = rest.map(printTerm);
  for (const [index, board] of structure.boards.entries()) {
    for (const { family, coordinates } of board.families) {
      if (functorOf(family) !== functor || !family.endsWith(`/${constants.length}`)) continue;
      const cell = cellAt(board, coordinates, constants);
      if (cell >= 0) return { board: index, cell };
    }
  }
  return null;
}

/** Each cell once, with the first mark that asks for it. */
export function onePerCell(marks: readonly CellMark[]): CellMark[] {
  const seen = new Map<string, CellMark>();
  for (const mark of marks) {
    const key = `${mark.board} ${mark.cell}`;
    if (!seen.has(key)) seen.set(key, mark);
  }
  return [...seen.values()];
}
