// A board whose cells are lines between points, as (line 2 5): the points stand on a circle, a cell is in the middle of its line.
import type { StructureBoard } from "../api/types";
import { type Geometry, kCell, type Point, type Segment } from "./plane";

const kLabelRoom = 40;
// The arc from one point to the next.
const kApart = 1.7 * kCell;

/** The points by name, the first one at the top, then clockwise. */
export function graphPoints(board: StructureBoard): Map<string, Point> {
  const names = [...new Set(board.axes.flatMap(({ values }) => values))];
  const radius = Math.max(kCell, (names.length * kApart) / (2 * Math.PI));
  return new Map(
    names.map((name, n) => {
      const angle = (2 * Math.PI * n) / names.length - Math.PI / 2;
      return [name, { x: radius * Math.cos(angle), y: radius * Math.sin(angle) }];
    }),
  );
}

/** The line that a cell is. */
export function graphLine(board: StructureBoard, points: ReadonlyMap<string, Point>, cell: number): Segment {
  const end = (axis: number) => points.get(board.axes[axis]?.values[board.cells[cell]?.at[axis] ?? 0] ?? "") ?? { x: 0, y: 0 };
  return { from: end(0), to: end(1) };
}

export function graphGeometry(board: StructureBoard): Geometry {
  const points = graphPoints(board);
  const centres = board.cells.map((_, cell) => {
    const { from, to } = graphLine(board, points, cell);
    return { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
  });
  const labels = [...points].map(([text, { x, y }]) => {
    const out = 1 + kLabelRoom / (1.3 * Math.hypot(x, y));
    return { x: x * out, y: y * out, text, of: "cell" as const };
  });
  const xs = [...points.values()].map(({ x }) => x);
  const ys = [...points.values()].map(({ y }) => y);
  const extent = { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
  const room = kLabelRoom + 16;
  const viewBox = {
    x: extent.left - room,
    y: extent.top - room,
    width: extent.right - extent.left + 2 * room,
    height: extent.bottom - extent.top + 2 * room,
  };
  const steps = { column: { x: 0, y: 0 }, row: { x: 0, y: 0 } };
  return { hexagonal: false, turned: false, centres, labels, separators: [], steps, extent, viewBox };
}
