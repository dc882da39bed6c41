// Boards that are drawings: dots with lines from each to its neighbours, or points with a line between any two. What a person presses is
// a line. Of dots it is a cell and the word for a direction, of points it is a cell.
import type { Position, Structure, StructureBoard } from "../api/types";
import type { BoardArt } from "./contents";
import type { Geometry, Point, Segment } from "./geometry";
import type { Step } from "./gesture";
import type { Glyph } from "./glyph";
import { graphLine, graphPoints } from "./graph_geometry";
import { isDrawing, lineAxis } from "./marks";

export interface Line extends Segment {
  cell: number;
  /** The direction it goes; null where a cell is a line. */
  word: string | null;
  /** Where it is taken hold of: near its middle, and apart from where other lines are. */
  handle: Point;
}

export interface LinePlan {
  points: Point[];
  lines: Line[];
  /** Lines cross each other, so that only their handles are surely theirs. */
  crossing: boolean;
}

export const isLineBoard = (board: StructureBoard): boolean => board.shape === "graph" || isDrawing(board);

export const kHandle = 15;
const kAlong = [0.5, 0.44, 0.56, 0.38, 0.62, 0.32, 0.68, 0.26, 0.74, 0.2, 0.8];

const along = ({ from, to }: Segment, share: number): Point => ({ x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share });

// One line after the other takes the first place along it that is free, or the one with most room.
function handles(segments: readonly Segment[]): Point[] {
  const taken: Point[] = [];
  for (const segment of segments) {
    const places = kAlong.map((share) => along(segment, share));
    const rooms = places.map(({ x, y }) => Math.min(...taken.map((other) => Math.hypot(other.x - x, other.y - y))));
    const free = rooms.findIndex((room) => room > 2 * kHandle);
    taken.push(places[free >= 0 ? free : rooms.indexOf(Math.max(...rooms))] ?? segment.from);
  }
  return taken;
}

function dotLines(board: StructureBoard, geometry: Geometry): Line[] {
  return board.cells.flatMap((cell, c) =>
    board.contents.flatMap((word): Line[] => {
      const role = lineAxis(word);
      const axis = board.axes.findIndex((each) => each.role === role);
      const from = geometry.centres[c];
      if (!role || !from || (cell.at[axis] ?? 0) + 1 >= (board.axes[axis]?.values.length ?? 0)) return [];
      const step = geometry.steps[role];
      const segment = { from, to: { x: from.x + step.x, y: from.y + step.y } };
      return [{ ...segment, cell: c, word, handle: along(segment, 0.5) }];
    }),
  );
}

export function linePlan(board: StructureBoard, geometry: Geometry): LinePlan {
  if (board.shape === "graph") {
    const points = graphPoints(board);
    const segments = board.cells.map((_, cell) => graphLine(board, points, cell));
    const held = handles(segments);
    const lines = segments.map((segment, cell) => ({ ...segment, cell, word: null, handle: held[cell] ?? segment.from }));
    return { points: [...points.values()], lines, crossing: true };
  }
  const lines = dotLines(board, geometry);
  const ends = new Map(lines.flatMap(({ from, to }) => [from, to]).map((point) => [`${point.x} ${point.y}`, point]));
  return { points: [...ends.values()], lines, crossing: false };
}

export function stepOf(board: number, { cell, word }: Line): Step {
  return word === null ? { kind: "cell", board, cell } : { kind: "line", board, cell, word };
}

/** What each line was drawn in, or null. */
export function inksOf(plan: LinePlan, art: BoardArt, position: Position): (Glyph | null)[] {
  const items = art.itemsOf(position);
  const links = new Map(art.linksOf(position).map(({ from, to, glyph }) => [`${from} ${to}`, glyph]));
  return plan.lines.map(({ cell, word }) =>
    word === null ? (items[cell]?.find(({ main }) => main)?.glyph ?? null) : (links.get(`${cell} ${lineAxis(word)}`) ?? null),
  );
}

/**
 * The board of the boxes between the dots of a drawing: one fewer each way, called by the dot in their corner. It is drawn inside the
 * drawing, unless it has clicks of its own.
 */
export function boxesOf(structure: Structure, index: number): number | null {
  const dots = structure.boards[index];
  if (!dots || !isDrawing(dots)) return null;
  const found = structure.boards.findIndex((boxes, b) => {
    const clicked = structure.moves.some(({ clicks }) => clicks.some(({ board }) => board === b));
    return b !== index && boxes.shape === "grid" && boxes.axes.length === 2 && boxes.full && !clicked && fitsInside(boxes, dots);
  });
  return found < 0 ? null : found;
}

function fitsInside(boxes: StructureBoard, dots: StructureBoard): boolean {
  return boxes.axes.every((axis) => {
    const outer = dots.axes.find(({ role }) => role === axis.role);
    return outer !== undefined && outer.upwards === axis.upwards && outer.values.slice(0, -1).join(" ") === axis.values.join(" ");
  });
}

/** The middles of the boxes, in the order of their cells. */
export function boxCentres(boxes: StructureBoard, dots: StructureBoard, geometry: Geometry): Point[] {
  const { column, row } = geometry.steps;
  const order = boxes.axes.map((axis) => dots.axes.findIndex(({ role }) => role === axis.role));
  return boxes.cells.map(({ at }) => {
    const corner = dots.cells.findIndex((dot) => order.every((axis, a) => dot.at[axis] === at[a]));
    const { x, y } = geometry.centres[corner] ?? { x: 0, y: 0 };
    return { x: x + (column.x + row.x) / 2, y: y + (column.y + row.y) / 2 };
  });
}
