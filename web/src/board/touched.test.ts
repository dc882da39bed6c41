import { describe, expect, it } from "vitest";
import type { Position, Thought } from "../api/types";
import { cellLabel } from "./cell_text";
import { BoardArt } from "./contents";
import { fixture } from "./fixtures";
import { tablesOf } from "./fluent_tables";
import { geometryOf } from "./geometry";
import { landingCell, thoughtOn } from "./thought_marks";
import { cellsOfMove, changedCells, lastTouched } from "./touched";

function moved({ position }: { position: Position }, from: number, to: number): Position {
  const boards = position.scene.boards.map((cells) =>
    cells.map((entry) => {
      if (entry.cell === from) return { ...entry, items: [] };
      return entry.cell === to ? { ...entry, items: cells.find(({ cell }) => cell === from)?.items ?? [] } : entry;
    }),
  );
  return { ...position, step: position.step + 1, scene: { ...position.scene, boards } };
}

describe("the cells of a move", () => {
  it("are found by coordinates and by names", () => {
    const chess = fixture("chess").structure;
    expect(cellsOfMove(chess, "(move 5 2 5 4)")).toEqual([[{ board: 0, cell: 33 }], [{ board: 0, cell: 35 }]]);
    const draughts = fixture("draughts").structure;
    expect(cellsOfMove(draughts, "(jump (jump 23 16) 7)")).toEqual([17, 26, 19].map((cell) => [{ board: 0, cell }]));
    expect(cellsOfMove(chess, "(fly 1 2)")).toEqual([]);
  });

  it("are a whole column where the move names no more", () => {
    expect(cellsOfMove(fixture("connectfour").structure, "(drop 2)")[0]?.map(({ cell }) => cell)).toEqual([6, 7, 8, 9, 10, 11]);
  });
});

describe("the last step", () => {
  const chess = fixture("chess");
  const after = moved(chess, 33, 35);

  it("is what changed", () => {
    expect(changedCells(chess.position.scene, after.scene)).toEqual([33, 35].map((cell) => ({ board: 0, cell })));
    expect(lastTouched(chess.structure, chess.position, after, undefined).map(({ cell }) => cell)).toEqual([33, 35]);
  });

  it("is what the moves say when the page came in later", () => {
    expect(lastTouched(chess.structure, null, after, ["(move 5 2 5 4)", "noop"]).map(({ cell }) => cell)).toEqual([33, 35]);
    expect(lastTouched(chess.structure, { ...after, step: 9 }, after, ["(move 5 2 5 4)", null]).map(({ cell }) => cell)).toEqual([33, 35]);
  });
});

describe("a thought", () => {
  it("lies on the cells where moves end, with an arrow for the best", () => {
    const { structure, position } = fixture("chess");
    const geometry = geometryOf(structure.boards[0]!);
    const items = new BoardArt(structure, 0).itemsOf(position);
    const moves = [
      { move: "(move 5 2 5 4)", visits: 60 },
      { move: "(move 4 2 4 4)", visits: 39 },
      { move: "(move 1 2 1 3)", visits: 1 },
    ].map((entry) => ({ ...entry, value: 50, low: 0, high: 100 }));
    const { marks, arrows } = thoughtOn(structure, position, { moves } as Thought, 0, (cells) => landingCell(cells, geometry, items));
    expect(marks.map(({ place, share }) => [place, share])).toEqual([[35, 0.6], [27, 0.39], [2, 0.01]]);
    expect(marks.map(({ best }) => best)).toEqual([true, false, false]);
    expect(arrows).toEqual([{ from: 33, to: 35 }]);
  });

  it("lies where a disc would come to rest", () => {
    const { structure, position } = fixture("connectfour");
    const geometry = geometryOf(structure.boards[0]!);
    const items = new BoardArt(structure, 0).itemsOf(position);
    const column = [6, 7, 8, 9, 10, 11];
    const filled = column.filter((cell) => (items[cell]?.length ?? 0) > 0).length;
    expect(landingCell(column, geometry, items)).toBe(6 + filled);
  });
});

describe("what stands on a board", () => {
  it("is told to screen readers", () => {
    const { structure, position } = fixture("chess");
    const board = structure.boards[0]!;
    const items = new BoardArt(structure, 0).itemsOf(position);
    expect(cellLabel(board, 33, items[33] ?? [])).toBe("5 2, white pawn");
    expect(cellLabel(board, 34, items[34] ?? [])).toBe("5 3, empty");
    const lettered = { ...board, axes: board.axes.map((axis, a) => (a === 0 ? { ...axis, values: [..."abcdefgh"] } : axis)) };
    expect(cellLabel(lettered, 33, items[33] ?? [])).toBe("e2, white pawn");
  });

  it("keeps its glyphs from one position to the next", () => {
    const chess = fixture("chess");
    const art = new BoardArt(chess.structure, 0);
    const before = art.itemsOf(chess.position);
    const after = art.itemsOf(moved(chess, 33, 35));
    expect(after[35]?.[0]?.glyph).toBe(before[33]?.[0]?.glyph);
  });

  it("are amounts in piles and lines between dots", () => {
    const nim = fixture("nim");
    expect(new BoardArt(nim.structure, 0).itemsOf(nim.position).map((items) => items[0]?.amount)).toEqual([3, 4, 5]);
    const dots = fixture("dots-and-boxes");
    const art = new BoardArt(dots.structure, 1);
    expect(art.ground).toBe("dots");
    expect(art.linksOf(dots.position)).toHaveLength(6);
    expect(art.itemsOf(dots.position).flat()).toEqual([]);
  });

  it("can be hidden by a hint", () => {
    const { structure, position } = fixture("chess");
    const bare = new BoardArt(structure, 0, { hide: ["cell"] });
    expect(bare.itemsOf(position).flat()).toEqual([]);
  });
});

describe("tables", () => {
  it("hold what the structure has no place for, in order", () => {
    const { structure, position } = fixture("nim");
    const fluents = ["(crashed red)", "(score b 10)", "(score a 9)", "(score a 10)", "over"];
    const tables = tablesOf(structure, { ...position, fluents, scene: { ...position.scene, rest: [0, 1, 2, 3, 4] } });
    expect(tables).toEqual([
      { functor: "crashed", rows: [["red"]] },
      { functor: "score", rows: [["a", "9"], ["a", "10"], ["b", "10"]] },
      { functor: "over", rows: [[]] },
    ]);
    expect(tablesOf(structure, { ...position, fluents, scene: { ...position.scene, rest: [0] } }, { hide: ["crashed/1"] })).toEqual([]);
  });
});
