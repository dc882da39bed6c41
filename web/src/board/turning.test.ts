import { describe, expect, it } from "vitest";
import type { Structure, StructureBoard } from "../api/types";
import { fixture } from "./fixtures";
import { geometryOf, kCell, neighbour } from "./geometry";
import { isDark } from "./ground";
import { landingCell } from "./thought_marks";
import { hasSides, seenFromFar } from "./turning";

const boardOf = (name: string) => fixture(name).structure.boards[0] as StructureBoard;

describe("a turned board", () => {
  it("has every cell at the opposite place, in the same frame", () => {
    for (const name of ["chess", "draughts", "hex-5x5", "tictactoe-nine-board"]) {
      const near = geometryOf(boardOf(name));
      const far = geometryOf(boardOf(name), null, true);
      const { left, right, top, bottom } = near.extent;
      expect(far.extent).toEqual(near.extent);
      far.centres.forEach(({ x, y }, c) => {
        expect(x).toBeCloseTo(left + right - (near.centres[c]?.x ?? 0));
        expect(y).toBeCloseTo(top + bottom - (near.centres[c]?.y ?? 0));
      });
      expect(far.separators).toHaveLength(near.separators.length);
    }
  });

  it("names its rows and columns where they are now", () => {
    const { labels } = geometryOf(boardOf("chess"), null, true);
    const at = (of: string, text: string) => labels.find((label) => label.of === of && label.text === text);
    expect(at("row", "8")?.y).toBe(7 * kCell);
    expect(at("row", "1")?.y).toBe(0);
    expect(at("column", "1")?.x).toBe(7 * kCell);
    expect(new Set(labels.filter(({ of }) => of === "column").map(({ y }) => y)).size).toBe(1);
  });

  it("is mirrored once more by a hint", () => {
    expect(geometryOf(boardOf("chess"), { flip: { cell: "y" } }, true).centres[0]).toEqual({ x: 7 * kCell, y: 7 * kCell });
    expect(geometryOf(boardOf("chess"), { flip: { cell: "both" } }, true).centres).toEqual(geometryOf(boardOf("chess")).centres);
  });

  it("keeps the colours of its squares, also where the corners differ", () => {
    const chess = boardOf("chess");
    const board = { ...chess, cells: chess.cells.filter(({ at }) => (at[0] ?? 0) < 5) };
    const near = geometryOf(board);
    const far = geometryOf(board, null, true);
    expect(board.cells.map((_, c) => isDark(board, far, c))).toEqual(board.cells.map((_, c) => isDark(board, near, c)));
  });

  it("leads by the arrow keys to what is seen there", () => {
    const far = geometryOf(boardOf("chess"), null, true);
    expect(neighbour(far.centres, 9, 1, 0)).toBe(1);
    expect(neighbour(far.centres, 9, 0, -1)).toBe(8);
  });

  it("lets discs fall to where they lie by the rules", () => {
    const board = boardOf("connectfour");
    const column = board.cells.flatMap(({ at }, c) => (at[0] === 0 ? [c] : []));
    const empty = board.cells.map(() => []);
    const lowest = landingCell(column, geometryOf(board), empty);
    expect(lowest).toBe(0);
    expect(landingCell(column, geometryOf(board, null, true), empty)).toBe(lowest);
  });

  it("runs lines to the next cell the other way", () => {
    const near = geometryOf(boardOf("chess")).steps;
    const far = geometryOf(boardOf("chess"), null, true).steps;
    expect([far.column.x, far.row.y]).toEqual([-near.column.x, -near.row.y]);
  });

  it("is never a row of piles", () => {
    const nim = fixture("nim").structure;
    expect(hasSides(nim)).toBe(false);
    expect(geometryOf(boardOf("nim"), null, true)).toEqual(geometryOf(boardOf("nim")));
    expect(hasSides(fixture("chess").structure)).toBe(true);
  });
});

describe("the side of a seat", () => {
  const { structure } = fixture("chess");
  const chess: Structure = { ...structure, boards: structure.boards.map((board) => ({ ...board, far: [1] })) };

  it("is the far one for whoever starts there", () => {
    expect(seenFromFar(chess, [1])).toBe(true);
    expect(seenFromFar(chess, [0])).toBe(false);
    expect(seenFromFar(structure, [1])).toBe(false);
  });

  it("is the near one for watchers and for those who play both", () => {
    expect(seenFromFar(chess, [])).toBe(false);
    expect(seenFromFar(chess, [0, 1])).toBe(false);
  });

  it("was exchanged by a hint that mirrors the rows", () => {
    expect(seenFromFar(chess, [0], { flip: { cell: "y" } })).toBe(true);
    expect(seenFromFar(chess, [1], { flip: { cell: "both" } })).toBe(false);
    expect(seenFromFar(chess, [1], { flip: { cell: "x" } })).toBe(true);
  });
});
