import { describe, expect, it } from "vitest";
import type { StructureBoard } from "../api/types";
import { fixture } from "./fixtures";
import { advance, begin, candidatesOf, choose, decided, options } from "./gesture";
import { type Box, itemBoxes, landingPoint, optionFor, placeLayout, placesAt, rootsOf } from "./places";

const boardOf = (name: string) => fixture(name).structure.boards[0] as StructureBoard;
const bottomOf = ({ y, height }: Box) => y + height / 2;

function boxesOf(name: string, places: (string | null)[]): Box[] {
  const board = boardOf(name);
  return itemBoxes(board, placeLayout(board), places).map((box) => box ?? { x: NaN, y: NaN, width: NaN, height: NaN });
}

describe("discs on pegs", () => {
  const board = boardOf("hanoi");
  const layout = placeLayout(board);

  it("are one stack for each peg, the largest at the bottom", () => {
    expect(layout.roots).toEqual(["left", "middle", "right"]);
    expect(layout.pegged).toBe(true);
    const boxes = boxesOf("hanoi", ["left", "left", "middle", "left", "left"]);
    const left = [4, 3, 1, 0].map((cell) => boxes[cell]!);
    expect(left.map(({ x }) => x)).toEqual(Array(4).fill(layout.grounds[0]?.x));
    left.slice(1).forEach((box, n) => {
      expect(box.width).toBeLessThan(left[n]?.width ?? 0);
      expect(bottomOf(box)).toBeLessThan(bottomOf(left[n]!));
    });
    expect(boxes[2]?.x).toBe(layout.grounds[1]?.x);
    expect(bottomOf(boxes[2]!)).toBe(bottomOf(boxes[4]!));
  });

  it("stay inside the picture and on their own peg", () => {
    const boxes = boxesOf("hanoi", Array(5).fill("left"));
    const { x, y } = layout.viewBox;
    for (const box of boxes) {
      expect(box.y - box.height / 2).toBeGreaterThan(y);
      expect(box.x - box.width / 2).toBeGreaterThan(x);
      expect(box.width).toBeLessThan(layout.grounds[0]?.width ?? 0);
    }
  });

  it("would land on top of what is there", () => {
    const places = ["middle", "left", "left", "left", "left"];
    expect(landingPoint(board, layout, places, "left").y).toBeLessThan(boxesOf("hanoi", places)[1]!.y);
    expect(landingPoint(board, layout, places, "right").y).toBe(boxesOf("hanoi", places)[0]!.y);
  });

  it("go where a press on the peg, or on a disc there, says", () => {
    const { structure, position } = fixture("hanoi");
    expect(placesAt(board, 0, position)).toEqual(Array(5).fill("left"));
    const all = begin(candidatesOf(structure, position, 0));
    const picked = advance(all, { kind: "cell", board: 0, cell: 0 });
    const words = options(picked!);
    expect(words.map(({ words: [word] }) => word).sort()).toEqual(["middle", "right"]);
    expect(optionFor(words, ["left"])).toBeUndefined();
    const chosen = optionFor(words, ["4", "right"]);
    expect(decided(choose(picked!, chosen!))?.move).toBe("(move 1 right)");
  });
});

describe("blocks on blocks", () => {
  const board = boardOf("blocks-world");

  it("are towers beside each other on the table", () => {
    expect(rootsOf(board)).toEqual(["table"]);
    expect(placeLayout(board).pegged).toBe(false);
    const [a, b, c, d, e, f] = boxesOf("blocks-world", ["b", "c", "table", "table", "a", "d"]);
    expect([a?.x, b?.x, e?.x]).toEqual([c?.x, c?.x, c?.x]);
    expect(f?.x).toBe(d?.x);
    expect(d?.x).not.toBe(c?.x);
    expect([c, b, a, e].map((box) => bottomOf(box!))).toEqual([c, b, a, e].map((box) => bottomOf(box!)).sort((p, q) => q - p));
    expect(bottomOf(d!)).toBe(bottomOf(c!));
  });

  it("stay where they are when another tower goes", () => {
    const before = boxesOf("blocks-world", ["table", "table", "table", "table", "table", "table"]);
    const after = boxesOf("blocks-world", ["b", "table", "table", "table", "table", "table"]);
    expect(after.slice(1)).toEqual(before.slice(1));
    expect(new Set(before.map(({ x }) => x)).size).toBe(6);
  });

  it("are left out where nobody knows what they lie on", () => {
    const layout = placeLayout(board);
    const boxes = itemBoxes(board, layout, ["b", "a", null, "table", "c", "d"]);
    expect(boxes.map((box) => box !== null)).toEqual([false, false, false, true, false, true]);
  });

  it("land on a block", () => {
    const places = ["table", "table", "table", "table", "table", "table"];
    const [a] = boxesOf("blocks-world", places);
    const point = landingPoint(board, placeLayout(board), places, "a");
    expect(point.x).toBe(a?.x);
    expect(point.y).toBeLessThan(a!.y);
  });
});
