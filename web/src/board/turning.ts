// From which side a board is seen: a person whose pieces start at the far side has them at the bottom all the same.
import type { Hint, Structure, StructureBoard } from "../api/types";
import { canTurn } from "./geometry";

/** Whether there is anything that can be turned. */
export function hasSides(structure: Structure): boolean {
  return structure.boards.some(canTurn);
}

// A hint that mirrors the rows has exchanged the sides already.
function startsFar(structure: Structure, board: StructureBoard, role: number, hint: Hint | null | undefined): boolean {
  const [far] = board.far ?? [];
  if (far === undefined || structure.roles[role] === "random") return false;
  const flip = hint?.flip?.[board.name];
  return (role === far) !== (flip === "y" || flip === "both");
}

/** Whether those who hold these seats start on the other side. Watchers, and whoever holds both sides, see the board as the rules have it. */
export function seenFromFar(structure: Structure, viewer: readonly number[], hint?: Hint | null): boolean {
  const [role, ...others] = viewer;
  if (role === undefined || others.length > 0) return false;
  return structure.boards.some((board) => startsFar(structure, board, role, hint));
}
