// Where the cells of a board are drawn. The origin is the centre of the cell at half_x 0, y 0.
import type { Hint, StructureAxis, StructureBoard } from "../api/types";
import { axisNames } from "./axis_names";
import { graphGeometry } from "./graph_geometry";
import { type AxisLabel, type Geometry, kCell, type Point, type Segment } from "./plane";

export { type AxisLabel, type Geometry, kCell, type Point, type Segment } from "./plane";

const kHexRow = kCell * Math.sqrt(0.75);
const kLongestLine = 12;
const kFewestInTwoRows = 4;
const kMargin = 8;
const kLabelRoom = 46;

/** Which way a board is mirrored. */
interface Flip {
  x: boolean;
  y: boolean;
}

const axisOf = (board: StructureBoard, role: StructureAxis["role"]) => board.axes.findIndex((axis) => axis.role === role);

function isLine(board: StructureBoard): boolean {
  return board.shape === "line" || board.shape === "piles" || board.shape === "places";
}

// A ring becomes two rows that are read round; a long line is broken into rows.
function lineCentres(board: StructureBoard): Point[] {
  const count = board.cells.length;
  const perRow = Math.ceil(count / Math.ceil(count / kLongestLine));
  const ring = board.axes[0]?.cyclic === true && count >= 6 && count % 2 === 0;
  return board.cells.map((cell, c) => {
    if (ring) return c < count / 2 ? { x: (count / 2 - 1 - c) * kCell, y: 0 } : { x: (c - count / 2) * kCell, y: kCell * 1.3 };
    if (count <= kLongestLine) return { x: (cell.half_x * kCell) / 2, y: cell.y * kCell };
    return { x: (c % perRow) * kCell, y: Math.floor(c / perRow) * kCell * 1.3 };
  });
}

// Four or more layers stand in two rows: in one they would be too small to play on.
function twoRows(board: StructureBoard, centres: Point[]): Point[] {
  const axis = axisOf(board, "layer");
  const layers = board.axes[axis]?.values.length ?? 0;
  if (layers < kFewestInTwoRows) return centres;
  const perRow = Math.ceil(layers / 2);
  const width = ((board.axes.find(({ role }) => role === "column")?.values.length ?? 0) + 1) * kCell * perRow;
  const height = ((board.axes.find(({ role }) => role === "row")?.values.length ?? 0) + 1) * kCell;
  return centres.map(({ x, y }, c) => ((board.cells[c]?.at[axis] ?? 0) < perRow ? { x, y } : { x: x - width, y: y + height }));
}

function centresOf(board: StructureBoard, flip: Flip): Point[] {
  if (isLine(board)) return lineCentres(board);
  const row = board.shape === "hexagonal" ? kHexRow : kCell;
  const centres = twoRows(board, board.cells.map((cell) => ({ x: (cell.half_x * kCell) / 2, y: cell.y * row })));
  const right = Math.max(0, ...centres.map((centre) => centre.x));
  const bottom = Math.max(0, ...centres.map((centre) => centre.y));
  return centres.map(({ x, y }) => ({ x: flip.x ? right - x : x, y: flip.y ? bottom - y : y }));
}

// One label per value of the axis: at the edge of the board, of a slanted one beside the outermost of its cells.
function edgeLabels(board: StructureBoard, centres: readonly Point[], role: "column" | "row", bottom: number, hint: Hint | null | undefined): AxisLabel[] {
  const leftmost = Math.min(...centres.map((centre) => centre.x));
  const axis = axisOf(board, role);
  const values = axisNames(board, axis, hint);
  const layer = axisOf(board, "layer");
  const edges = new Map<string, AxisLabel>();
  board.cells.forEach((cell, c) => {
    const centre = centres[c];
    const at = cell.at[axis];
    if (!centre || at === undefined) return;
    const text = values[at] ?? "";
    const key = layer < 0 ? text : role === "column" ? `${text} ${centre.x}` : `${text} ${centre.y}`;
    const left = board.shape === "hexagonal" ? centre.x : leftmost;
    const place = role === "column" ? { x: centre.x, y: bottom + kLabelRoom / 2 } : { x: left - kCell / 2 - kLabelRoom / 2, y: centre.y };
    const edge = edges.get(key);
    if (!edge) edges.set(key, { ...place, text, of: role });
    else if (place.x < edge.x) edges.set(key, { ...edge, x: place.x, y: place.y });
  });
  return [...edges.values()];
}

function layerLabels(board: StructureBoard, centres: readonly Point[], hint: Hint | null | undefined): AxisLabel[] {
  const axis = axisOf(board, "layer");
  return axisNames(board, axis, hint).flatMap((text, index) => {
    const cells = centres.filter((_, c) => board.cells[c]?.at[axis] === index);
    if (cells.length === 0) return [];
    const xs = cells.map(({ x }) => x);
    const top = Math.min(...cells.map(({ y }) => y));
    return [{ x: (Math.min(...xs) + Math.max(...xs)) / 2, y: top - kCell / 2 - kLabelRoom / 2, text, of: "layer" as const }];
  });
}

function labelsOf(board: StructureBoard, centres: readonly Point[], bottom: number, hint: Hint | null | undefined): AxisLabel[] {
  if (isLine(board)) {
    const names = axisNames(board, 0, hint);
    return centres.map(({ x, y }, c) => ({
      x,
      y: y + kCell / 2 + 16,
      text: names[board.cells[c]?.at[0] ?? 0] ?? "",
      of: "cell",
    }));
  }
  if (axisOf(board, "outer_column") >= 0 || axisOf(board, "outer_row") >= 0) return [];
  // Columns of hexagons run at a slant: they have an edge to be named at only on a board without gaps.
  if (board.shape === "hexagonal") return board.full ? hexLabels(board, centres, bottom, hint) : [];
  return [
    ...edgeLabels(board, centres, "column", bottom, hint),
    ...edgeLabels(board, centres, "row", bottom, hint),
    ...layerLabels(board, centres, hint),
  ];
}

function hexLabels(board: StructureBoard, centres: readonly Point[], bottom: number, hint: Hint | null | undefined): AxisLabel[] {
  const axis = axisOf(board, "column");
  const names = axisNames(board, axis, hint);
  const lowest = Math.max(...centres.map((centre) => centre.y));
  const columns = board.cells.flatMap((cell, c): AxisLabel[] => {
    const centre = centres[c];
    if (!centre || centre.y !== lowest) return [];
    return [{ x: centre.x, y: bottom + kLabelRoom / 2, text: names[cell.at[axis] ?? 0] ?? "", of: "column" }];
  });
  return [...columns, ...edgeLabels(board, centres, "row", bottom, hint)];
}

function separatorsOf(board: StructureBoard, centres: readonly Point[], extent: Geometry["extent"]): Segment[] {
  if (board.shape !== "grid" || axisOf(board, "layer") >= 0) return [];
  return board.axes.flatMap((axis, a) => {
    if (axis.role !== "column" && axis.role !== "row") return [];
    return axis.blocks.slice(1).flatMap((first): Segment[] => {
      const side = (index: number) => {
        const c = board.cells.findIndex((cell) => cell.at[a] === index);
        const centre = centres[c];
        return centre && (axis.role === "column" ? centre.x : centre.y);
      };
      const before = side(first - 1);
      const after = side(first);
      if (before === undefined || after === undefined) return [];
      const middle = (before + after) / 2;
      return axis.role === "column"
        ? [{ from: { x: middle, y: extent.top }, to: { x: middle, y: extent.bottom } }]
        : [{ from: { x: extent.left, y: middle }, to: { x: extent.right, y: middle } }];
    });
  });
}

function stepsOf(board: StructureBoard, flip: Flip): Geometry["steps"] {
  const across = flip.x ? -kCell : kCell;
  const upwards = board.axes.find((axis) => axis.role === "row")?.upwards === true;
  const down = upwards === flip.y ? kCell : -kCell;
  return { column: { x: across, y: 0 }, row: { x: 0, y: down } };
}

/** Whether a board has sides to be seen from: rows of piles, tracks and circles have not. */
export const canTurn = (board: StructureBoard): boolean => !isLine(board) && board.shape !== "graph";

function flipOf(board: StructureBoard, hint: Hint | null | undefined, turned: boolean): Flip {
  const hinted = hint?.flip?.[board.name];
  return {
    x: (hinted === "x" || hinted === "both") !== turned,
    y: (hinted === "y" || hinted === "both") !== turned,
  };
}

export function geometryOf(board: StructureBoard, hint?: Hint | null, otherSide = false): Geometry {
  if (board.shape === "graph") return graphGeometry(board);
  const hexagonal = board.shape === "hexagonal";
  const turned = otherSide && canTurn(board);
  const flip = flipOf(board, hint, turned);
  const centres = centresOf(board, flip);
  const xs = centres.map((centre) => centre.x);
  const ys = centres.map((centre) => centre.y);
  const tall = hexagonal ? kHexRow / 2 + kCell * 0.145 : kCell / 2;
  const extent = {
    left: Math.min(...xs) - kCell / 2,
    top: Math.min(...ys) - tall,
    right: Math.max(...xs) + kCell / 2,
    bottom: Math.max(...ys) + tall,
  };
  const labels = labelsOf(board, centres, extent.bottom, hint);
  const has = (of: AxisLabel["of"]) => labels.some((label) => label.of === of);
  const left = extent.left - (has("row") ? kLabelRoom : 0) - kMargin;
  const top = extent.top - (has("layer") ? kLabelRoom : 0) - kMargin;
  const bottom = extent.bottom + (has("column") || has("cell") ? kLabelRoom : 0) + kMargin;
  const viewBox = { x: left, y: top, width: extent.right + kMargin - left, height: bottom - top };
  const separators = separatorsOf(board, centres, extent);
  return { hexagonal, turned, centres, labels, separators, steps: stepsOf(board, flip), extent, viewBox };
}

/** The corners of a hexagon of the width of a cell that stands on a corner, as SVG wants them. */
export function hexagonPoints(centre: Point): string {
  const radius = kCell / Math.sqrt(3);
  return Array.from({ length: 6 }, (_, corner) => {
    const angle = (Math.PI / 3) * corner - Math.PI / 2;
    return `${(centre.x + radius * Math.cos(angle)).toFixed(1)},${(centre.y + radius * Math.sin(angle)).toFixed(1)}`;
  }).join(" ");
}

/** The nearest place in a direction of the arrow keys, or the same one if there is none. */
export function neighbour(centres: readonly Point[], cell: number, dx: number, dy: number): number {
  const from = centres[cell];
  if (!from) return cell;
  let best = cell;
  let least = Infinity;
  centres.forEach((to, c) => {
    const along = (to.x - from.x) * dx + (to.y - from.y) * dy;
    const across = Math.abs((to.x - from.x) * dy) + Math.abs((to.y - from.y) * dx);
    if (along <= 1 || across > along * 1.1) return;
    const distance = along + 2 * across;
    if (distance < least) {
      least = distance;
      best = c;
    }
  });
  return best;
}
