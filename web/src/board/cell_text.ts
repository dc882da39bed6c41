// What a cell is called, and what a screen reader says about it.
import type { Hint, StructureBoard } from "../api/types";
import { axisNames } from "./axis_names";
import type { Item } from "./contents";

export function cellName(board: StructureBoard, cell: number, hint?: Hint | null): string {
  const found = board.cells[cell];
  if (!found) return "";
  if (found.name) return found.name;
  const words = board.axes.map((_, a) => axisNames(board, a, hint)[found.at[a] ?? 0] ?? "");
  const [first = "", second = ""] = words;
  if (words.length === 2 && /^[a-z]$/i.test(first) && /^\d+$/.test(second)) return first + second;
  return words.join(" ");
}

/** "e4, white pawn"; below a piece there may be marks of the ground. */
export function cellLabel(
  board: StructureBoard,
  cell: number,
  items: readonly Item[],
  below: readonly string[] = [],
  hint?: Hint | null,
): string {
  const place = cellName(board, cell, hint);
  const things = items.map(({ glyph, amount }) => (amount === null ? glyph.name : String(amount)));
  return [place, ...(things.length === 0 ? ["empty"] : things), ...below].join(", ");
}
