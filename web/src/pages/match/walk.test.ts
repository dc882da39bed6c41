import { describe, expect, it } from "vitest";
import type { HistoryStep } from "../../api/types";
import { cursorAt, evaluation, historyRow, walked, walkedByKey } from "./walk";

const step = (at: number, moves: (string | null)[], values: (number | null)[] = [null, null]): HistoryStep => ({
  step: at,
  moves,
  percepts: [],
  faults: [],
  values,
  at: 0,
});

describe("walking through a match", () => {
  it("stays inside and knows the last position as now", () => {
    expect(cursorAt(-3, 10)).toBe(0);
    expect(cursorAt(9, 10)).toBe(9);
    expect(cursorAt(10, 10)).toBeNull();
    expect(cursorAt(0, 0)).toBeNull();
  });

  it("steps back from now and on to it", () => {
    expect(walked(null, -1, 10)).toBe(9);
    expect(walked(9, 1, 10)).toBeNull();
    expect(walked(null, 1, 10)).toBeNull();
    expect(walked(0, -1, 10)).toBe(0);
  });

  it("obeys the arrow keys and nothing else", () => {
    expect(walkedByKey(null, "ArrowLeft", 3)).toBe(2);
    expect(walkedByKey(1, "ArrowRight", 3)).toBe(2);
    expect(walkedByKey(null, "Home", 3)).toBe(0);
    expect(walkedByKey(1, "End", 3)).toBeNull();
    expect(walkedByKey(1, "a", 3)).toBeUndefined();
  });
});

describe("the rows of the history", () => {
  it("leaves out who only waited, numbers by the position that was reached", () => {
    expect(historyRow(step(0, ["(mark 1 1)", "noop"]))).toEqual({ step: 1, moves: [{ role: 0, move: "(mark 1 1)" }], faults: [] });
    expect(historyRow(step(1, ["noop", "(mark 2 2)"]))).toEqual({ step: 2, moves: [{ role: 1, move: "(mark 2 2)" }], faults: [] });
  });

  it("shows hidden moves, and steps in which all waited", () => {
    expect(historyRow(step(0, [null, "noop"])).moves).toEqual([{ role: 0, move: null }]);
    expect(historyRow(step(0, ["noop", "noop"])).moves).toHaveLength(2);
  });
});

describe("the evaluation", () => {
  const history = [step(0, ["a", "noop"], [60, null]), step(1, ["noop", "b"], [null, null]), step(2, ["c", "noop"], [80, null])];

  it("has a column for each role that told values, with the goals at the end", () => {
    expect(evaluation(history, 2, [100, 0])).toEqual({ steps: [0, 1, 2, 3], values: [[60, null, 80, 100], null] });
  });

  it("has no last point before the end, and none where nobody told anything", () => {
    expect(evaluation(history, 2, null).steps).toEqual([0, 1, 2]);
    expect(evaluation([step(0, ["a", "b"])], 2, [50, 50])).toEqual({ steps: [0], values: [null, null] });
    expect(evaluation([], 2, [50, 50]).steps).toEqual([]);
  });
});
