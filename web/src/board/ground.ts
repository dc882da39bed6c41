// What a board looks like below its pieces: squares of two colours, lines to place stones on, holes, dots to connect, or plain cells.
import type { Structure, StructureBoard } from "../api/types";
import type { Geometry, Segment } from "./geometry";
import { kCell } from "./geometry";
import type { SymbolFamily } from "./recognise";

export type Ground = "checkered" | "lines" | "felt" | "holes" | "pegs" | "dots" | "cells";

// Games that are played on lines or on felt by custom, which no rule sheet says.
const kOnLines = /(^|[^a-z])(gomoku|nogo|go|renju|pente|morris|mill|zhadu)([^a-z]|$)/;
const kOnFelt = /othello|reversi/;
const kSmallestOnLines = 9;

function gameWords(structure: Structure): string {
  const name = structure.game.split("/").pop() ?? "";
  return name
    .replace(/\.[a-z]+$/, "")
    .replace(/([a-z])([A-Z])/g, "$1-$2")
    .toLowerCase()
    .replace(/nine-mens-morris/, "morris");
}

interface Clicks {
  most: number;
  fewest: number;
  /** A click that names a column and nothing else. */
  column: boolean;
  /** Every click names a single cell. */
  exact: boolean;
}

function clicksOn(structure: Structure, index: number): Clicks {
  const board = structure.boards[index];
  const columnAxis = board?.axes.findIndex((axis) => axis.role === "column") ?? -1;
  const counts: number[] = [];
  let column = false;
  let exact = true;
  for (const move of structure.moves) {
    if (!move.clicks.some((click) => click.board === index)) continue;
    counts.push(move.clicks.length);
    const named = move.arguments.filter((argument) => argument.click === 0 && argument.kind !== "content");
    const axes = named.flatMap((argument) => (argument.kind === "coordinate" ? [argument.axis] : []));
    if (axes.length < (board?.axes.length ?? 0) && !named.some(({ kind }) => kind === "name")) exact = false;
    if (move.clicks.length === 1 && named.length === 1 && axes[0] === columnAxis && (board?.axes.length ?? 0) > 1) column = true;
  }
  return { most: Math.max(0, ...counts), fewest: Math.min(Infinity, ...counts), column, exact };
}

export function groundOf(structure: Structure, index: number, family: SymbolFamily): Ground {
  const board = structure.boards[index];
  if (!board || board.shape !== "grid") return "cells";
  if (family === "chess" || family === "draughts" || family === "amazons") return "checkered";
  if (family === "pegs") return "pegs";
  const plain = board.axes.length === 2 && board.axes.every((axis) => axis.blocks.length < 2);
  if (plain && onOneColour(board)) return "checkered";
  if (family !== "discs" || !plain) return "cells";
  const words = gameWords(structure);
  const clicks = clicksOn(structure, index);
  if (kOnFelt.test(words)) return "felt";
  if (clicks.column) return "holes";
  const smaller = Math.min(...board.axes.map((axis) => axis.values.length));
  if (kOnLines.test(words) || (clicks.most === 1 && clicks.exact && smaller >= kSmallestOnLines)) return "lines";
  // Everything that only goes from one cell to another grew up on a chessboard.
  return clicks.fewest >= 2 && clicks.most >= 2 && smaller >= 5 ? "checkered" : "cells";
}

/** Only the squares of one colour are cells, as in draughts. */
export function onOneColour(board: StructureBoard): boolean {
  if (board.full || board.cells.length < 8) return false;
  const parity = (c: number) => (((board.cells[c]?.half_x ?? 0) / 2 + (board.cells[c]?.y ?? 0)) & 1) === 1;
  return board.cells.every((_, c) => parity(c) === parity(0));
}

/** Whether a square is dark: the one at the lower left is, and every square where only dark ones are cells. Turning changes no colour. */
export function isDark(board: StructureBoard, geometry: Geometry, cell: number): boolean {
  const centre = geometry.centres[cell];
  if (!centre) return false;
  if (onOneColour(board)) return true;
  const { left, right, top, bottom } = geometry.extent;
  const column = Math.round(((geometry.turned ? right - centre.x : centre.x - left) - kCell / 2) / kCell);
  const row = Math.round(((geometry.turned ? centre.y - top : bottom - centre.y) - kCell / 2) / kCell);
  return (column + row) % 2 === 0;
}

/**
 * The lines of a board on which stones stand on crossings: from each cell to the next one to the right and below. A line never runs
 * through a hole in the middle of a board, which keeps the mills of Nine Men's Morris apart.
 */
export function crossingLines(geometry: Geometry): Segment[] {
  const centres = geometry.centres;
  const middle = {
    x: (geometry.extent.left + geometry.extent.right) / 2,
    y: (geometry.extent.top + geometry.extent.bottom) / 2,
  };
  const next = (from: { x: number; y: number }, key: "x" | "y") => {
    const other = key === "x" ? "y" : "x";
    return centres
      .filter((to) => to[other] === from[other] && to[key] > from[key])
      .sort((a, b) => a[key] - b[key])[0];
  };
  const through = (from: { x: number; y: number }, to: { x: number; y: number }) =>
    (from.y === to.y && from.y === middle.y && from.x < middle.x && middle.x < to.x && to.x - from.x > kCell) ||
    (from.x === to.x && from.x === middle.x && from.y < middle.y && middle.y < to.y && to.y - from.y > kCell);
  return centres.flatMap((from) =>
    (["x", "y"] as const).flatMap((key) => {
      const to = next(from, key);
      return to && !through(from, to) ? [{ from, to }] : [];
    }),
  );
}
