import { describe, expect, it } from "vitest";
import type { Structure, StructureBoard } from "../api/types";
import { cellLabel } from "./cell_text";
import { fixture } from "./fixtures";
import { signNames, signsOf } from "./signs";

const { structure } = fixture("chess");
const chess = structure.boards[0] as StructureBoard;

function withGround(ground: NonNullable<StructureBoard["ground"]>): [Structure, StructureBoard] {
  const board = { ...chess, ground };
  return [{ ...structure, boards: [board] }, board];
}

describe("marks of the ground", () => {
  it("wear the picture of their name, or a ring", () => {
    const [flag, ring] = signsOf(...withGround([{ relation: "target", cells: [3, 4] }, { relation: "swamp", cells: [5] }]));
    expect(flag).toMatchObject({ name: "target", cells: [3, 4], glyph: { symbol: "flag", colour: "green" } });
    expect(ring).toMatchObject({ name: "swamp", glyph: { symbol: "ring", colour: "purple" } });
  });

  it("have the colours of their owners", () => {
    const ground = [
      { relation: "home_base", owner: "white", cells: [0] },
      { relation: "home_base", owner: "black", cells: [7] },
    ];
    expect(signsOf(...withGround(ground)).map(({ name, glyph }) => [name, glyph.colour])).toEqual([
      ["home base of white", "white"],
      ["home base of black", "black"],
    ]);
  });

  it("follow a hint", () => {
    const here = withGround([{ relation: "target", cells: [3] }]);
    expect(signsOf(...here, { names: { target: "shelf" } })[0]?.name).toBe("shelf");
    expect(signsOf(...here, { symbols: { target: "lamp" } })[0]?.glyph.symbol).toBe("lamp");
    expect(signsOf(...here, { hide: ["target"] })).toEqual([]);
    expect(signsOf(...here, { hide: ["target/2"] })).toEqual([]);
    expect(signsOf(structure, chess)).toEqual([]);
  });

  it("are told about their cells", () => {
    const signs = signsOf(...withGround([{ relation: "target", cells: [3] }]));
    expect(signNames(signs, 4)).toEqual([]);
    expect(cellLabel(chess, 3, [], signNames(signs, 3))).toBe("1 4, empty, target");
  });
});
