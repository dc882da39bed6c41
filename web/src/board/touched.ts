// Which cells a move or a step of a match is about: by the words of the move, or by what changed on the boards.
import type { Position, Scene, Structure } from "../api/types";
import { formOf, parseTerm } from "./terms";

export interface CellRef {
  board: number;
  cell: number;
}

/** Per click of its pattern the cells that a move names; empty for a move that matches no pattern. Works without a list of legal moves. */
export function cellsOfMove(structure: Structure, move: string): CellRef[][] {
  const { shape, constants } = formOf(parseTerm(move));
  const pattern = structure.moves.find((candidate) => candidate.shape === shape);
  if (!pattern) return [];
  return pattern.clicks.map(({ board: index }, click) => {
    const board = structure.boards[index];
    const named = pattern.arguments.flatMap((argument, c) => (argument.click === click ? [{ ...argument, word: constants[c] ?? "" }] : []));
    const fitting = named.filter(({ kind }) => kind === "coordinate" || kind === "name");
    if (!board || fitting.length === 0) return [];
    return board.cells.flatMap((cell, c) => {
      const fits = fitting.every(({ kind, axis, word }) => {
        if (kind === "name") return cell.name === word || board.axes.map((a, i) => a.values[cell.at[i] ?? 0]).join("") === word;
        return board.axes[axis ?? 0]?.values[cell.at[axis ?? 0] ?? 0] === word;
      });
      return fits ? [{ board: index, cell: c }] : [];
    });
  });
}

function contentsByCell(scene: Scene, board: number): Map<number, string> {
  const entries = scene.boards[board] ?? [];
  return new Map(entries.map(({ cell, items }) => [cell, items.map(({ family, content }) => `${family} ${content}`).join("|")]));
}

/** Cells whose contents differ between two positions. */
export function changedCells(before: Scene, after: Scene): CellRef[] {
  return after.boards.flatMap((_, board) => {
    const old = contentsByCell(before, board);
    const now = contentsByCell(after, board);
    const cells = new Set([...old.keys(), ...now.keys()]);
    return [...cells].filter((cell) => old.get(cell) !== now.get(cell)).map((cell) => ({ board, cell }));
  });
}

/**
 * The cells to mark after a step. What changed says most: it also shows where a disc came to rest, or what was captured. When much changed
 * (a board was turned, a cellular automaton ran) or the step before is not known, the words of the moves say it. Nearly everything lit up
 * would show nothing.
 */
export function lastTouched(
  structure: Structure,
  before: Position | null,
  after: Position,
  moves: readonly (string | null)[] | undefined,
): CellRef[] {
  const named = (moves ?? [])
    .flatMap((move) => (move === null ? [] : cellsOfMove(structure, move)))
    .flatMap((cells) => (cells.length === 1 ? cells : []));
  if (!before || before.step !== after.step - 1) return named;
  const changed = changedCells(before.scene, after.scene);
  const all = structure.boards.reduce((sum, board) => sum + board.cells.length, 0);
  if (changed.length * 3 <= all) return changed;
  if (named.length > 0) return named;
  return changed.length * 3 <= 2 * all ? changed : [];
}
