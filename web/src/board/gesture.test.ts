import { describe, expect, it } from "vitest";
import type { LegalMove, Position } from "../api/types";
import { fixture } from "./fixtures";
import * as gesture from "./gesture";

const cell = (number: number, board = 0): gesture.Step => ({ kind: "cell", board, cell: number });

function candidates(moves: Partial<LegalMove>[]): gesture.Candidate[] {
  return moves.map((move) => ({ role: 0, move: "", pattern: 0, touches: [], choices: [], items: [], ...move }));
}

const touch = (...cells: number[]) => ({ board: 0, cells });

function cells(progress: gesture.Progress, board = 0): number[] {
  return [...(gesture.nextCells(progress).get(board) ?? [])].sort((a, b) => a - b);
}

describe("a move from cell to cell", () => {
  const { structure, position } = fixture("chess");
  const all = gesture.candidatesOf(structure, position, 0);

  it("begins at any piece that can move", () => {
    expect(cells(gesture.begin(all))).toEqual([1, 8, 9, 17, 25, 33, 41, 48, 49, 57]);
  });

  it("goes on to where this piece can go, and is decided there", () => {
    const first = gesture.press(all, gesture.begin(all), cell(33));
    expect(cells(first)).toEqual([34, 35]);
    expect(gesture.decided(first)).toBeNull();
    expect(gesture.decided(gesture.press(all, first, cell(35)))?.move).toBe("(move 5 2 5 4)");
  });

  it("starts afresh at another piece, is taken back at the same one, and dropped elsewhere", () => {
    const first = gesture.press(all, gesture.begin(all), cell(33));
    expect(gesture.press(all, first, cell(8)).steps).toEqual([cell(8)]);
    expect(gesture.press(all, first, cell(33)).steps).toEqual([]);
    expect(gesture.press(all, first, cell(63)).steps).toEqual([]);
  });

  it("can be undone step by step", () => {
    const first = gesture.press(all, gesture.begin(all), cell(33));
    expect(gesture.undo(all, first)).toEqual(gesture.begin(all));
  });
});

describe("a chain of jumps", () => {
  const { structure, position } = fixture("draughts");
  const role = position.turn.indexOf(true);
  const all = gesture.candidatesOf(structure, position, role);

  it("needs all its cells", () => {
    const steps = [17, 26, 19].map((number) => cell(number));
    const afterTwo = steps.slice(0, 2).reduce((progress, step) => gesture.press(all, progress, step), gesture.begin(all));
    expect(gesture.decided(afterTwo)).toBeNull();
    expect(gesture.options(afterTwo)).toEqual([]);
    expect(gesture.decided(gesture.press(all, afterTwo, cell(19)))?.move).toBe("(jump (jump 23 16) 7)");
  });

  it("can end early with a second click or by the name of the move", () => {
    const two = candidates([
      { move: "(jump a b)", pattern: 0, touches: [touch(1), touch(2)] },
      { move: "(leap a b c)", pattern: 1, touches: [touch(1), touch(2), touch(3)] },
    ]);
    const both = [cell(1), cell(2)].reduce((progress, step) => gesture.press(two, progress, step), gesture.begin(two));
    expect(gesture.decided(both)).toBeNull();
    expect(cells(both)).toEqual([3]);
    expect(gesture.options(both).map(({ verb }) => verb)).toEqual(["jump"]);
    expect(gesture.decided(gesture.press(two, both, cell(2)))?.move).toBe("(jump a b)");
    expect(gesture.decided(gesture.press(two, both, cell(3)))?.move).toBe("(leap a b c)");
  });
});

describe("a column", () => {
  it("is touched at any of its cells", () => {
    const { structure, position } = fixture("connectfour");
    const role = position.turn.indexOf(true);
    const all = gesture.candidatesOf(structure, position, role);
    for (const row of [0, 3, 5]) expect(gesture.decided(gesture.press(all, gesture.begin(all), cell(2 * 6 + row)))?.move).toBe("(drop 3)");
  });
});

describe("words after the clicks", () => {
  it("are asked for", () => {
    const { structure, position } = fixture("nim");
    const all = gesture.candidatesOf(structure, position, 0);
    const pile = gesture.press(all, gesture.begin(all), cell(0));
    const options = gesture.options(pile);
    expect(options.map(({ words }) => words)).toEqual([["1"], ["2"], ["3"]]);
    expect(options.map(({ verb }) => verb)).toEqual([null, null, null]);
    expect(gesture.decided(gesture.choose(pile, options[1] as gesture.Option))?.move).toBe("(take a 2)");
  });

  it("are asked for one by one", () => {
    const two = candidates(
      ["x", "y"].flatMap((first) =>
        ["1", "2"].map((second) => ({ move: `(set ${first} ${second})`, touches: [touch(4)], choices: [first, second] })),
      ),
    );
    const clicked = gesture.press(two, gesture.begin(two), cell(4));
    const [x] = gesture.options(clicked);
    expect(gesture.options(clicked).map(({ words }) => words)).toEqual([["x"], ["y"]]);
    const chosen = gesture.choose(clicked, x as gesture.Option);
    expect(gesture.options(chosen).map(({ words }) => words)).toEqual([["1"], ["2"]]);
    expect(gesture.decided(gesture.choose(chosen, gesture.options(chosen)[1] as gesture.Option))?.move).toBe("(set x 2)");
  });

  it("name the move where its form is not clear", () => {
    const { structure, position } = fixture("battle");
    const all = gesture.candidatesOf(structure, position, 0);
    const soldier = gesture.press(all, gesture.begin(all), cell(18));
    expect(cells(soldier).length).toBeGreaterThan(0);
    const [defend] = gesture.options(soldier);
    expect(defend?.verb).toBe("defend");
    expect(gesture.decided(gesture.choose(soldier, defend as gesture.Option))?.move).toBe("(defend 3 3)");
  });
});

describe("things from a hand", () => {
  it("make a move alone", () => {
    const { structure, position } = fixture("quarto");
    const all = gesture.candidatesOf(structure, position, 0);
    expect(gesture.clickless(all)).toEqual([]);
    expect(gesture.nextItems(gesture.begin(all)).get(0)?.size).toBe(16);
    const given = gesture.press(all, gesture.begin(all), { kind: "item", hand: 0, words: ["tdrh"] });
    expect(gesture.decided(given)?.move).toBe("(give tdrh)");
  });

  it("are picked up before or after the cell", () => {
    const { structure, position } = fixture("ttcc4");
    const all = gesture.candidatesOf(structure, position, 0);
    const item: gesture.Step = { kind: "item", hand: 0, words: ["red-knight"] };
    const itemFirst = gesture.press(all, gesture.begin(all), item);
    expect(gesture.nextItems(itemFirst).size).toBe(0);
    expect(gesture.decided(gesture.press(all, itemFirst, cell(7)))?.move).toBe("(drop red-knight 2)");
    const cellFirst = gesture.press(all, gesture.begin(all), cell(7));
    expect(gesture.options(cellFirst).map(({ words }) => words[0])).toEqual(["red-checker", "red-knight", "red-pawn"]);
    expect(gesture.decided(gesture.press(all, cellFirst, item))?.move).toBe("(drop red-knight 2)");
  });
});

describe("who is asked", () => {
  const { structure, position } = fixture("chess");

  it("is nobody who can only wait", () => {
    expect(gesture.hasChoice(position, 1)).toBe(false);
    expect(gesture.candidatesOf(structure, position, 1)).toEqual([]);
  });

  it("is somebody with a single move that is more than waiting", () => {
    const pass: LegalMove = { move: "pass", pattern: null, touches: [], choices: [] };
    const only: Position = { ...position, legal: [[pass], null] };
    expect(gesture.hasChoice(only, 0)).toBe(true);
    expect(gesture.clickless(gesture.candidatesOf(structure, only, 0)).map(({ move }) => move)).toEqual(["pass"]);
  });

  it("is nobody in the end, or where the moves are hidden", () => {
    expect(gesture.hasChoice({ ...position, terminal: true }, 0)).toBe(false);
    expect(gesture.hasChoice({ ...position, legal: [null, null] }, 0)).toBe(false);
  });
});
