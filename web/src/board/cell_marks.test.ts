import { describe, expect, it } from "vitest";
import type { Structure } from "../api/types";
import { cellOfFluent, onePerCell } from "./cell_marks";

const board = (functor: string, coordinates: object[], values: string[][]) => ({
  families: [{ family: `${functor}/3`, coordinates, contents: [2], targets: [] }],
  axes: values.map((v) => ({ values: v })),
  cells: (values[0] ?? []).flatMap((_, x) => (values[1] ?? []).map((__, y) => ({ at: [x, y], half_x: 2 * x, y }))),
});
const whole = (argument: number) => ({ argument, part: "whole" });
const game = {
  boards: [
    board("cell", [whole(0), whole(1)], [
      ["a", "b"],
      ["1", "2", "3"],
    ]),
    board("on", [
      { argument: 1, part: "letters" },
      { argument: 1, part: "number" },
    ], [
      ["a", "b"],
      ["1", "2"],
    ]),
  ],
} as unknown as Structure;

describe("the cell of a fluent", () => {
  it("is found by its arguments", () => expect(cellOfFluent(game, "(cell b 2 x)")).toEqual({ board: 0, cell: 4 }));
  it("is found by the parts of one argument", () => expect(cellOfFluent(game, "(on x b2 y)")).toEqual({ board: 1, cell: 3 }));
  it("is none for a fluent off the board", () => expect(cellOfFluent(game, "(cell b 9 x)")).toBeNull());
  it("is none for another arity", () => expect(cellOfFluent(game, "(cell b 2)")).toBeNull());
  it("is none for a constant", () => expect(cellOfFluent(game, "over")).toBeNull());
});

describe("marks of one cell", () => {
  it("keep the first", () => {
    const marks = onePerCell([
      { board: 0, cell: 1, kind: "origin" },
      { board: 0, cell: 1, kind: "about" },
      { board: 1, cell: 1, kind: "about" },
    ]);
    expect(marks.map(({ kind }) => kind)).toEqual(["origin", "about"]);
  });
});
