// What a cell is called, and what a screen reader says about it.
import type { StructureBoard } from "../api/types";
import type { Item } from "./contents";

export function cellName(board: StructureBoard, cell: number): string {
  const found = board.cells[cell];
  if (!found) return "";
  if (found.name) return found.name;
  const words = board.axes.map((axis, a) => axis.values[found.at[a] ?? 0] ?? "");
  const [first = "", second = ""] = words;
  if (words.length === 2 && /^[a-z]$/i.test(first) && /^\d+$/.test(second)) return first + second;
  return words.join(" ");
}

/** "e4, white pawn" */
export function cellLabel(board: StructureBoard, cell: number, items: readonly Item[]): string {
  const place = cellName(board, cell);
  const things = items.map(({ glyph, amount }) => (amount === null ? glyph.name : String(amount)));
  return things.length === 0 ? `${place}, empty` : `${place}, ${things.join(", ")}`;
}
