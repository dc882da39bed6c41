import { afterEach, describe, expect, it, vi } from "vitest";
import { api, ApiFailure } from "../../api/client";
import type { Check, LegalMove, RulesPosition } from "../../api/types";
import { tokensOf } from "../studio/gdl/tokens";
import { type Exercise, judge, markExercise, passed } from "./exercise";
import { kExercises } from "./exercises";

const move = (text: string): LegalMove => ({ move: text, pattern: null, touches: [], choices: [] });

function answer(change: { legal?: string[][]; fluents?: string[]; terminal?: boolean; goals?: (number | null)[] | null; axis?: string[] }): RulesPosition {
  return {
    roles: ["first", "second"],
    structure: { boards: change.axis ? [{ axes: [{ values: change.axis }] }] : [] },
    position: {
      fluents: change.fluents ?? [],
      terminal: change.terminal ?? false,
      goals: change.goals ?? null,
      legal: (change.legal ?? []).map((moves) => moves.map(move)),
    },
  } as unknown as RulesPosition;
}

const check = (...severities: ("error" | "warning" | "note")[]) =>
  ({ ok: !severities.includes("error"), diagnostics: severities.map((severity) => ({ severity })) }) as unknown as Check;

describe("judging a position", () => {
  const nim = answer({ legal: [["(take 1)", "(TAKE  2)"], ["noop"]], fluents: ["(stones 10)"] });

  it("looks at legal moves, whatever their spelling", () => {
    expect(judge({ legal: [{ role: "first", includes: ["(take 2)"], excludes: ["(take 4)"] }] }, nim)).toBeNull();
    expect(judge({ legal: [{ role: "first", includes: ["(take 3)"] }] }, nim)).toContain("does not include (take 3)");
    expect(judge({ legal: [{ role: "second", excludes: ["noop"] }] }, nim)).toContain("still includes noop");
    expect(judge({ legal: [{ role: "third", includes: [] }] }, nim)).toBe("There is no role third.");
  });

  it("looks at fluents, the end and the goals", () => {
    expect(judge({ fluents: { includes: ["(stones 10)"], excludes: ["(stones 9)"] } }, nim)).toBeNull();
    expect(judge({ fluents: { includes: ["(stones 9)"] } }, nim)).toContain("(stones 9)");
    expect(judge({ terminal: true }, nim)).toBe("The game is not over here.");
    const over = answer({ terminal: true, goals: [50, null] });
    expect(judge({ terminal: false }, over)).toBe("The game is already over here.");
    expect(judge({ goals: [50] }, over)).toBeNull();
    expect(judge({ goals: [100, 0] }, over)).toBe("The goal of first is 50, not 100.");
    expect(judge({ goals: [50, 50] }, over)).toContain("second has no goal value");
  });

  it("looks at the order of an axis", () => {
    expect(judge({ axis: ["low", "high"] }, answer({ axis: ["low", "high"] }))).toBeNull();
    expect(judge({ axis: ["low", "high"] }, answer({ axis: ["high", "low"] }))).toContain("low, high");
  });
});

describe("marking an exercise", () => {
  afterEach(() => vi.restoreAllMocks());
  const exercise: Exercise = {
    task: "", start: "", solution: "", clean: true,
    probes: [{ says: "One may take one.", moves: [], expect: { legal: [{ role: "first", includes: ["(take 1)"] }] } }],
  };

  it("asks the server for every probe", async () => {
    const ask = vi.spyOn(api, "rulesPosition").mockResolvedValue(answer({ legal: [["(take 1)"], ["noop"]] }));
    const marks = await markExercise(exercise, "sheet", check("note"));
    expect(ask).toHaveBeenCalledWith({ text: "sheet", moves: [] });
    expect(passed(marks)).toBe(true);
    expect(marks).toHaveLength(2);
  });

  it("asks nothing while there are errors", async () => {
    const ask = vi.spyOn(api, "rulesPosition");
    const marks = await markExercise(exercise, "sheet", check("error"));
    expect(ask).not.toHaveBeenCalled();
    expect(passed(marks)).toBe(false);
  });

  it("counts warnings where the sheet shall be clean, and refused moves as wrong", async () => {
    vi.spyOn(api, "rulesPosition").mockRejectedValue(new ApiFailure("illegal-move", "(take 3) is not legal.", { status: 400 }));
    const marks = await markExercise(exercise, "sheet", check("warning"));
    expect(marks.map((mark) => mark.problem)).toEqual(["See the problems below.", "(take 3) is not legal."]);
  });

  it("does not blame the sheet for a server that is away", async () => {
    vi.spyOn(api, "rulesPosition").mockRejectedValue(new ApiFailure("unreachable", "The server does not answer."));
    await expect(markExercise(exercise, "sheet", check())).rejects.toThrow("does not answer");
  });
});

describe("the exercises of the course", () => {
  it("have something to check, and a solution that differs from the start", () => {
    for (const [slug, exercise] of Object.entries(kExercises)) {
      expect(exercise.probes.length, slug).toBeGreaterThan(0);
      expect(exercise.start, slug).not.toBe(exercise.solution);
    }
  });

  it("have sheets with balanced parentheses", () => {
    for (const [slug, exercise] of Object.entries(kExercises)) {
      for (const text of [exercise.start, exercise.solution]) {
        const kinds = tokensOf(text).map((token) => token.kind);
        expect(kinds.filter((kind) => kind === "open").length, slug).toBe(kinds.filter((kind) => kind === "close").length);
      }
    }
  });
});
