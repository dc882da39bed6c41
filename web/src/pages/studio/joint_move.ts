// From the clicks of one person who plays all roles to joint moves: everybody needs a move before the position changes.

import type { Position } from "../../api/types";
import { hasChoice } from "../../board/gesture";

/** Per role the move that was picked, or null. */
export type Choices = readonly (string | null)[];

/** Nobody has picked anything; who can only wait waits already. */
export function openChoices(position: Position): Choices {
  return position.legal.map((moves, role) => (hasChoice(position, role) ? null : (moves?.[0]?.move ?? null)));
}

/** With the move of one role; a move that is not legal changes nothing. */
export function choose(position: Position, choices: Choices, role: number, move: string): Choices {
  const legal = position.legal[role]?.some((each) => each.move === move) ?? false;
  return legal ? choices.map((old, index) => (index === role ? move : old)) : choices;
}

/** The joint move once it is complete. */
export function jointMove(choices: Choices): string[] | null {
  return choices.length > 0 && choices.every((move) => move !== null) ? (choices as string[]) : null;
}

/** Who is still to choose. */
export function undecided(choices: Choices): number[] {
  return choices.flatMap((move, role) => (move === null ? [role] : []));
}

/** Roles that the rules leave without any move before the end; no joint move is possible there. */
export function stuckRoles(position: Position): number[] {
  return position.terminal ? [] : position.legal.flatMap((moves, role) => (moves?.length === 0 ? [role] : []));
}

/** One of its legal moves, for the role of chance. */
export function randomMove(position: Position, role: number, random: () => number = Math.random): string | null {
  const moves = position.legal[role] ?? [];
  return moves[Math.floor(random() * moves.length)]?.move ?? null;
}
