// What the values of an axis are called: as in the rules, or as a hint says.
import type { Hint, StructureBoard } from "../api/types";

/** One name for each value. A hint with another number of names does not fit and is left aside. */
export function axisNames(board: StructureBoard, axis: number, hint?: Hint | null): string[] {
  const found = board.axes[axis];
  if (!found) return [];
  const hinted = hint?.labels?.[board.name]?.[found.role];
  return hinted?.length === found.values.length ? hinted : found.values;
}
