import { describe, expect, it } from "vitest";
import { chartData, hasPoints } from "./data";

describe("chart data", () => {
  it("sorts by x and keeps the columns together", () => {
    expect(chartData([3, 1, 2], [{ label: "a", values: [30, 10, 20] }])).toEqual([
      [1, 2, 3],
      [10, 20, 30],
    ]);
  });

  it("fills short columns and drops what is no number", () => {
    expect(chartData([0, Number.NaN, 2], [{ label: "a", values: [Number.POSITIVE_INFINITY, 5] }])).toEqual([
      [0, 2],
      [null, null],
    ]);
  });

  it("knows when there is nothing to draw", () => {
    expect(hasPoints([], [])).toBe(false);
    expect(hasPoints([0, 1], [{ label: "a", values: [null, null] }])).toBe(false);
    expect(hasPoints([0, 1], [{ label: "a", values: [null, 0] }])).toBe(true);
  });
});
