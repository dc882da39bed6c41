// Which boards of a structure are drawn by themselves.
import type { Hint, Structure } from "../api/types";
import { isHidden } from "./families";
import { boxesOf } from "./lines";

/** The boards to show: not those that a hint hides, nor those that lie inside another one. */
export function shownBoards(structure: Structure, hint?: Hint | null): number[] {
  const shown = structure.boards.flatMap((board, b) => (isHidden(hint, board.families[0]?.family ?? "/0") ? [] : [b]));
  const inside = new Set(shown.map((b) => boxesOf(structure, b)));
  return shown.filter((b) => !inside.has(b));
}
