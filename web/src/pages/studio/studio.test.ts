import { describe, expect, it } from "vitest";
import type { Position } from "../../api/types";
import { balance } from "./balance";
import { tokensOf } from "./gdl/tokens";
import { choose, jointMove, openChoices, randomMove, stuckRoles, undecided } from "./joint_move";
import { playRequest } from "./play_request";
import { fileOfTitle, readSheet, titleOfFile } from "./sheet_files";
import { kTemplates } from "./templates";

function position(...legal: string[][]): Position {
  return {
    step: 0, fluents: [], knowledge: "everything", terminal: false, goals: null,
    scene: { schema: "agon.scene/1", boards: [], counters: [], hands: [], controls: [], tables: [], rest: [] },
    legal: legal.map((moves) => moves.map((move) => ({ move, pattern: null, touches: [], choices: [] }))),
    turn: legal.map((moves) => moves.length > 1),
  };
}

describe("joint moves", () => {
  it("need only those who have a choice", () => {
    const at = position(["(mark 1 1)", "(mark 1 2)"], ["noop"]);
    const open = openChoices(at);
    expect(undecided(open)).toEqual([0]);
    expect(jointMove(open)).toBeNull();
    expect(jointMove(choose(at, open, 0, "(mark 1 2)"))).toEqual(["(mark 1 2)", "noop"]);
  });

  it("wait for everybody where moves are simultaneous, and for a word on forced moves", () => {
    const at = position(["a", "b"], ["(show 1)"]);
    const one = choose(at, openChoices(at), 0, "a");
    expect(undecided(one)).toEqual([1]);
    expect(jointMove(choose(at, one, 1, "(show 1)"))).toEqual(["a", "(show 1)"]);
  });

  it("refuse what is not legal", () => {
    const at = position(["a", "b"]);
    expect(choose(at, openChoices(at), 0, "c")).toEqual([null]);
  });

  it("know who is left without a move", () => {
    expect(stuckRoles(position(["a"], []))).toEqual([1]);
    expect(stuckRoles({ ...position([]), terminal: true })).toEqual([]);
    expect(randomMove(position(["a", "b", "c"]), 0, () => 0.99)).toBe("c");
    expect(randomMove(position([]), 0)).toBeNull();
  });
});

describe("the balance of goals", () => {
  it("is a bar from the worst to the best", () => {
    const shares = balance([{ goal: 100, count: 30 }, { goal: null, count: 10 }, { goal: 0, count: 60 }]);
    expect(shares.map((share) => [share.shade, share.from, share.percent])).toEqual([["none", 0, 10], [0, 10, 60], [4, 70, 30]]);
    expect(shares[2]!.label).toBe("100: 30 %");
    expect(balance([])).toEqual([]);
  });
});

describe("playing a sheet for real", () => {
  it("seats me first, the machine on the others, and nobody for chance", () => {
    const { request, mine } = playRequest("Bluff", "(role a)", ["alice", "bob", "random"]);
    expect(request.seats).toEqual([{ kind: "person" }, { kind: "strategy", strategy: "auto" }]);
    expect(mine).toEqual([true, false]);
    expect(request.rules).toBe("(role a)");
  });
});

describe("sheets as files", () => {
  it("turn names into titles and back", () => {
    expect(titleOfFile("my_own-game.kif")).toBe("my own game");
    expect(titleOfFile(".kif")).toBe("Imported sheet");
    expect(fileOfTitle("Dame à 8: Über!")).toBe("dame-a-8-uber.kif");
    expect(fileOfTitle("???")).toBe("sheet.kif");
  });

  it("are read with line ends of any kind, and refused if they are no text", async () => {
    expect((await readSheet(new File(["\uFEFF(role a)\r\n(role b)\r"], "x.kif"))).text).toBe("(role a)\n(role b)\n");
    await expect(readSheet(new File(["a\0b"], "x.bin"))).rejects.toThrow("no text file");
  });
});

describe("templates", () => {
  it("have balanced parentheses and different names", () => {
    for (const template of kTemplates) {
      const kinds = tokensOf(template.text).map((token) => token.kind);
      expect(kinds.filter((kind) => kind === "open").length, template.id).toBe(kinds.filter((kind) => kind === "close").length);
    }
    expect(new Set(kTemplates.map((template) => template.id)).size).toBe(kTemplates.length);
  });
});
