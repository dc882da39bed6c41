// Sheets to start from.

import board from "./templates/board.kif?raw";
import empty from "./templates/empty.kif?raw";
import hidden from "./templates/hidden.kif?raw";
import puzzle from "./templates/puzzle.kif?raw";

export interface Template {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly text: string;
}

export const kTemplates: readonly Template[] = [
  { id: "empty", title: "Empty sheet", summary: "Headings only, in the usual order.", text: empty },
  { id: "board", title: "Pawn Race", summary: "Two players, a board, captures: moves with two clicks.", text: board },
  { id: "puzzle", title: "Nine Lamps", summary: "One player and a limit of steps.", text: puzzle },
  { id: "hidden", title: "Bluff", summary: "Chance, cards that only their owner sees, bets.", text: hidden },
];

export const templateOf = (id: string): Template | undefined => kTemplates.find((template) => template.id === id);
