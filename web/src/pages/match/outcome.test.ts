import { describe, expect, it } from "vitest";
import { headline } from "./outcome";

const ended = (goals: (number | null)[] | null, viewer: number[] = [], roles = ["white", "black"]) => headline({ state: "ended", goals, viewer, roles });

describe("the headline of a result", () => {
  it("names the winner, or you", () => {
    expect(ended([100, 0])).toBe("white wins.");
    expect(ended([100, 0], [0])).toBe("You win.");
    expect(ended([100, 0], [1])).toBe("white wins.");
    expect(ended([100, 0], [0, 1])).toBe("white wins.");
  });

  it("knows draws, shared wins and puzzles", () => {
    expect(ended([50, 50])).toBe("A draw.");
    expect(ended([0, 0])).toBe("All end with 0 points.");
    expect(ended([75, 75, 10], [1], ["a", "b", "c"])).toBe("You share the win.");
    expect(ended([75, 75, 10], [2], ["a", "b", "c"])).toBe("a and b win.");
    expect(ended([40], [0], ["robot"])).toBe("Finished with 40 of 100 points.");
  });

  it("leaves chance out", () => {
    expect(ended([100, 100, 0], [1], ["random", "alice", "bob"])).toBe("You win.");
    expect(ended([0, 30], [1], ["random", "alice"])).toBe("Finished with 30 of 100 points.");
  });

  it("says when there is no result", () => {
    expect(ended(null)).toBe("The match is over.");
    expect(ended([null, 50])).toMatch(/no clear result/);
    expect(headline({ state: "aborted", goals: null, viewer: [], roles: ["a"] })).toMatch(/ended early/);
  });
});
