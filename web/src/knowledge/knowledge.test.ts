import { describe, expect, it } from "vitest";
import type { GoalDistance, KnowledgeStatement, Structure, SymmetryGroup } from "../api/types";
import { heatOf, imagesOf, marksAbout } from "./marks";
import { asSentence, sectionsOf } from "./sections";

const said = (kind: string): KnowledgeStatement => ({ kind, words: kind, standing: "proved", source: "", samples: 0, count: 1, about: [] });
const game = {
  boards: [
    {
      families: [{ family: "cell/3", coordinates: [0, 1].map((argument) => ({ argument, part: "whole" })), contents: [2], targets: [] }],
      axes: [{ values: ["1", "2"] }, { values: ["1", "2"] }],
      cells: [0, 1, 2, 3].map((c) => ({ at: [c >> 1, c & 1], half_x: 0, y: 0 })),
    },
  ],
} as unknown as Structure;

describe("sections", () => {
  it("follow the order in which people ask", () =>
    expect(sectionsOf([said("group"), said("turn-taking"), said("length")]).map(({ title }) => title)).toEqual([
      "Who moves",
      "How it ends",
      "What the positions are made of",
    ]));
  it("keep kinds of later versions", () => expect(sectionsOf([said("colour")])[0]?.title).toBe("More"));
  it("are sentences", () => expect(asSentence("white never wins")).toBe("White never wins."));
});

describe("marks", () => {
  it("light the cells of a statement once", () =>
    expect(marksAbout(game, ["(cell 1 1 x)", "(cell 1 1 o)", "(control white)"])).toEqual([{ board: 0, cell: 0, kind: "about" }]));

  it("show the images of a cell", () => {
    const group: SymmetryGroup = {
      order: 2,
      standing: "proved",
      source: "rule graph",
      elements: [{ roles: ["white"], moves: [], fluents: [["(cell 1 1 x)", "(cell 2 1 x)"], ["(cell 2 1 x)", "(cell 1 1 x)"]] }],
    };
    expect(imagesOf(game, group, { board: 0, cell: 0 })).toEqual([
      { board: 0, cell: 0, kind: "origin" },
      { board: 0, cell: 2, kind: "about" },
    ]);
  });

  it("are warmer near the goal, and the nearest fluent of a cell counts", () => {
    const distance: GoalDistance = { fluent: "(cell 2 2 x)", from_start: 3, map: [{ fluent: "(cell 1 1 x)", steps: 3 }, { fluent: "(cell 1 1 o)", steps: 5 }, { fluent: "(cell 2 2 x)", steps: 0 }] };
    const heat = heatOf(game, distance);
    expect(heat.map(({ cell, text }) => [cell, text])).toEqual([[0, "3"], [3, "0"]]);
    expect(heat[1]!.strength!).toBeGreaterThan(heat[0]!.strength!);
  });
});
