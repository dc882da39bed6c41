// A player's thought, put on the boards: how often it looked at each move, and an arrow for the one it likes best.
import type { Position, Structure, Thought, Touch } from "../api/types";
import type { Item } from "./contents";
import type { Geometry } from "./geometry";
import { cellsOfMove } from "./touched";

export interface ThoughtMark {
  /** A cell, or a line of a drawing. */
  place: number;
  /** Of all visits, 0 to 1. */
  share: number;
  best: boolean;
}

export interface ThoughtArrow {
  from: number;
  to: number;
}

export interface BoardThought {
  marks: ThoughtMark[];
  arrows: ThoughtArrow[];
}

const kLeastShare = 0.005;

/** The cell that stands for a set of them: in a column the lowest free one, where a disc would come to rest, be the board
 * turned or not. */
export function landingCell(cells: readonly number[], geometry: Geometry, items: readonly Item[][]): number | undefined {
  if (cells.length <= 1) return cells[0];
  const height = (cell: number) => (geometry.centres[cell]?.y ?? 0) * (geometry.turned ? -1 : 1);
  const free = cells.filter((cell) => (items[cell] ?? []).every((item) => !item.main));
  return free.length > 0 ? free.reduce((a, b) => (height(b) > height(a) ? b : a)) : cells.reduce((a, b) => (height(b) < height(a) ? b : a));
}

function touchesOf(structure: Structure, position: Position, move: string): Touch[] {
  for (const legal of position.legal) {
    const found = legal?.find((candidate) => candidate.move === move);
    if (found) return found.touches;
  }
  return cellsOfMove(structure, move).flatMap((cells) => {
    const board = cells[0]?.board;
    return board === undefined ? [] : [{ board, cells: cells.map(({ cell }) => cell) }];
  });
}

/** `placeOf` says which place of the board stands for the cells that a move touches there. */
export function thoughtOn(
  structure: Structure,
  position: Position,
  thought: Thought,
  index: number,
  placeOf: (cells: readonly number[], move: string) => number | undefined,
): BoardThought {
  const total = thought.moves.reduce((sum, { visits }) => sum + visits, 0);
  const best = thought.moves.reduce<Thought["moves"][number] | null>((a, b) => (a === null || b.visits > a.visits ? b : a), null);
  const marks = new Map<number, ThoughtMark>();
  const arrows: ThoughtArrow[] = [];
  for (const entry of thought.moves) {
    const touches = touchesOf(structure, position, entry.move);
    const last = touches[touches.length - 1];
    const first = touches[0];
    if (!first || !last || last.board !== index || total === 0) continue;
    const to = placeOf(last.cells, entry.move);
    if (to === undefined) continue;
    const mark = marks.get(to) ?? { place: to, share: 0, best: false };
    marks.set(to, { place: to, share: mark.share + entry.visits / total, best: mark.best || entry === best });
    const from = first.board === index ? placeOf(first.cells, entry.move) : undefined;
    if (entry === best && from !== undefined && from !== to) arrows.push({ from, to });
  }
  return { marks: [...marks.values()].filter(({ share, best: chosen }) => chosen || share >= kLeastShare), arrows };
}
