import { describe, expect, it } from "vitest";
import type { MatchSummary } from "../../api/types";
import { merged } from "./merge";

const match = (id: string, created_at: number, state: MatchSummary["state"] = "running") => ({ id, created_at, state }) as MatchSummary;

describe("merged", () => {
  it("keeps one entry for each match, the newer one", () => {
    const list = merged([match("a", 1), match("b", 2)], [match("a", 1, "ended"), match("c", 3)]);
    expect(list.map((one) => [one.id, one.state])).toEqual([
      ["c", "running"],
      ["b", "running"],
      ["a", "ended"],
    ]);
  });

  it("orders matches of one moment by their id, last first", () => {
    expect(merged([match("a", 1), match("c", 1), match("b", 1)], []).map((one) => one.id)).toEqual(["c", "b", "a"]);
  });
});
