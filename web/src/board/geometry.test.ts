import { describe, expect, it } from "vitest";
import type { Structure, StructureBoard } from "../api/types";
import { cellName } from "./cell_text";
import { fixture } from "./fixtures";
import { geometryOf, kCell, neighbour } from "./geometry";
import { crossingLines, groundOf, isDark } from "./ground";

const boardOf = (name: string, index = 0) => fixture(name).structure.boards[index] as StructureBoard;

function grid(columns: number, rows: number, keep: (x: number, y: number) => boolean = () => true): StructureBoard {
  const values = (count: number) => Array.from({ length: count }, (_, i) => String(i + 1));
  const axis = { order: "integers", cyclic: false, upwards: false, blocks: [] } as const;
  const places = Array.from({ length: columns * rows }, (_, i) => [Math.floor(i / rows), i % rows] as const).filter(([x, y]) => keep(x, y));
  return {
    name: "cell",
    shape: "grid",
    full: places.length === columns * rows,
    at_most_one: "seen",
    contents: [],
    blank: null,
    adjacency: "",
    axes: [
      { ...axis, role: "column", values: values(columns), blocks: [] },
      { ...axis, role: "row", values: values(rows), blocks: [] },
    ],
    families: [],
    cells: places.map(([x, y]) => ({ at: [x, y], half_x: 2 * x, y })),
  };
}

describe("squares", () => {
  const board = boardOf("chess");
  const geometry = geometryOf(board);

  it("stand where the structure says", () => {
    expect(geometry.centres[0]).toEqual({ x: 0, y: 7 * kCell });
    expect(geometry.centres[63]).toEqual({ x: 7 * kCell, y: 0 });
  });

  it("are named at the edges", () => {
    const rows = geometry.labels.filter(({ of }) => of === "row");
    expect(rows.map(({ text }) => text).sort()).toEqual(["1", "2", "3", "4", "5", "6", "7", "8"]);
    expect(new Set(rows.map(({ x }) => x)).size).toBe(1);
    expect(rows.find(({ text }) => text === "8")?.y).toBe(0);
    expect(geometry.labels.filter(({ of }) => of === "column")).toHaveLength(8);
  });

  it("are called as a hint says, if it has a name for each", () => {
    const letters = [..."abcdefgh"];
    const columns = (names: string[]) =>
      geometryOf(board, { labels: { cell: { column: names } } }).labels.flatMap(({ of, text }) => (of === "column" ? [text] : []));
    expect(columns(letters)).toEqual(letters);
    expect(columns(["a", "b"])).toEqual(["1", "2", "3", "4", "5", "6", "7", "8"]);
    expect(cellName(board, 35, { labels: { cell: { column: letters } } })).toBe("e4");
    expect(cellName(board, 35)).toBe("5 4");
  });

  it("are turned by a hint", () => {
    expect(geometryOf(board, { flip: { cell: "both" } }).centres[0]).toEqual({ x: 7 * kCell, y: 0 });
    expect(geometryOf(board, { flip: { cell: "y" } }).centres[0]).toEqual({ x: 0, y: 0 });
  });

  it("are dark at the lower left", () => {
    expect(isDark(board, geometry, 0)).toBe(true);
    expect(isDark(board, geometry, 1)).toBe(false);
  });

  it("lead to their neighbours by the arrow keys", () => {
    expect(neighbour(geometry.centres, 0, 1, 0)).toBe(8);
    expect(neighbour(geometry.centres, 0, 0, -1)).toBe(1);
    expect(neighbour(geometry.centres, 0, -1, 0)).toBe(0);
    const draughts = boardOf("draughts");
    const leap = geometryOf(draughts);
    const next = neighbour(leap.centres, 0, 1, 0);
    expect(next).not.toBe(0);
    expect(leap.centres[next]?.x).toBeGreaterThan(leap.centres[0]?.x ?? 0);
  });
});

describe("other shapes", () => {
  it("shift rows of hexagons by half a cell", () => {
    const geometry = geometryOf(boardOf("hex-5x5"));
    expect(geometry.hexagonal).toBe(true);
    const rows = new Map(geometry.centres.map(({ x, y }) => [Math.round(y), Math.abs(x % kCell)]));
    expect([...rows.values()].sort()).toEqual([0, 0, 0, kCell / 2, kCell / 2]);
  });

  it("divide a board into blocks", () => {
    const { separators } = geometryOf(boardOf("tictactoe-nine-board"));
    expect(separators).toHaveLength(4);
    expect(separators.filter(({ from, to }) => from.x === to.x).map(({ from }) => from.x)).toEqual([2.5 * kCell, 5.5 * kCell]);
  });

  it("bend a ring into two rows and break a long line", () => {
    const nim = boardOf("nim");
    const ring = { ...nim, axes: [{ ...nim.axes[0], cyclic: true, values: [..."abcdef"] }] } as StructureBoard;
    ring.cells = [...Array(6)].map((_, i) => ({ at: [i], half_x: 2 * i, y: 0 }));
    const { centres } = geometryOf(ring);
    expect(centres.map(({ x }) => x / kCell)).toEqual([2, 1, 0, 0, 1, 2]);
    const long = { ...nim, cells: [...Array(30)].map((_, i) => ({ at: [i], half_x: 2 * i, y: 0 })) };
    expect(geometryOf(long).viewBox.width).toBeLessThan(13 * kCell);
  });
});

describe("the ground", () => {
  const ground = (name: string, family: Parameters<typeof groundOf>[2], index = 0) => groundOf(fixture(name).structure, index, family);

  it("follows the pieces and how they are moved", () => {
    expect(ground("chess", "chess")).toBe("checkered");
    expect(ground("connectfour", "discs")).toBe("holes");
    expect(ground("tictactoe-nine-board", "marks")).toBe("cells");
    expect(ground("hex-5x5", "discs")).toBe("cells");
    expect(ground("draughts", "draughts")).toBe("checkered");
  });

  const placing = (axes: number[]) => ({
    shape: "(place)",
    clicks: [{ board: 0 }],
    arguments: axes.map((axis) => ({ kind: "coordinate", click: 0, axis })),
  });

  it("has lines for stones on a large board", () => {
    const structure = { game: "x", boards: [grid(19, 19)], moves: [placing([0, 1])] };
    expect(groundOf(structure as unknown as Structure, 0, "discs")).toBe("lines");
    expect(groundOf({ ...structure, moves: [placing([1])] } as unknown as Structure, 0, "discs")).toBe("cells");
  });

  it("draws the lines from crossing to crossing", () => {
    expect(crossingLines(geometryOf(grid(3, 3)))).toHaveLength(12);
  });

  it("keeps the mills apart where the middle is no cell", () => {
    const ring = (x: number, y: number) => Math.max(Math.abs(x - 3), Math.abs(y - 3));
    const morris = grid(7, 7, (x, y) => ring(x, y) > 0 && [0, ring(x, y)].includes(Math.abs(x - 3)) && [0, ring(x, y)].includes(Math.abs(y - 3)));
    expect(morris.cells).toHaveLength(24);
    expect(crossingLines(geometryOf(morris))).toHaveLength(32);
  });
});
