import { describe, expect, it } from "vitest";
import type { StructureBoard } from "../api/types";
import { BoardArt } from "./contents";
import { fixture } from "./fixtures";
import { geometryOf, kCell } from "./geometry";
import { advance, begin, candidatesOf, decided, nextCells } from "./gesture";
import { boxCentres, boxesOf, inksOf, isLineBoard, kHandle, linePlan, stepOf } from "./lines";
import { shownBoards } from "./shown_boards";

const kRound = 1e-6;

describe("dots with lines between them", () => {
  const { structure, position } = fixture("dots-and-boxes");
  const index = structure.boards.findIndex(isLineBoard);
  const dots = structure.boards[index] as StructureBoard;
  const geometry = geometryOf(dots);
  const plan = linePlan(dots, geometry);
  const seat = position.legal.findIndex((legal) => (legal?.length ?? 0) > 1);

  it("have all their lines and dots, also the dot where no line begins", () => {
    expect(plan.lines).toHaveLength(24);
    expect(plan.points).toHaveLength(16);
    for (const { from, to } of plan.lines) expect(Math.hypot(to.x - from.x, to.y - from.y)).toBe(kCell);
    expect(new Set(plan.lines.map(({ handle }) => JSON.stringify(handle))).size).toBe(24);
  });

  it("are drawn by pressing a line once", () => {
    const all = begin(candidatesOf(structure, position, seat));
    const moves = plan.lines.flatMap((line) => {
      const next = advance(all, stepOf(index, line));
      return next ? [decided(next)?.move] : [];
    });
    expect(moves).not.toContain(undefined);
    expect(new Set(moves)).toEqual(new Set(position.legal[seat]?.map(({ move }) => move)));
  });

  it("know what was drawn", () => {
    const drawn = inksOf(plan, new BoardArt(structure, index), position).filter(Boolean);
    const fluents = position.fluents.filter((fluent) => fluent.startsWith("(line "));
    expect(drawn).toHaveLength(fluents.length);
  });

  it("have the boxes inside, each between its four lines", () => {
    const inside = boxesOf(structure, index);
    expect(inside).not.toBeNull();
    expect(shownBoards(structure)).toEqual([index]);
    const boxes = structure.boards[inside ?? -1] as StructureBoard;
    for (const turned of [false, true]) {
      const here = geometryOf(dots, null, turned);
      const middles = linePlan(dots, here).lines.map(({ handle }) => handle);
      for (const { x, y } of boxCentres(boxes, dots, here)) {
        expect(middles.filter((middle) => Math.abs(Math.hypot(middle.x - x, middle.y - y) - kCell / 2) < kRound)).toHaveLength(4);
      }
    }
  });

  it("stay apart from boards that do not fit, or that are pressed themselves", () => {
    const boxes = boxesOf(structure, index) ?? -1;
    const changed = (change: Partial<StructureBoard>) => ({
      ...structure,
      boards: structure.boards.map((board, b) => (b === boxes ? { ...board, ...change } : board)),
    });
    expect(boxesOf(changed({ full: false }), index)).toBeNull();
    const axes = structure.boards[boxes]?.axes.map((axis) => ({ ...axis, values: axis.values.slice(1) }));
    expect(boxesOf(changed({ axes: axes ?? [] }), index)).toBeNull();
    const pressed = { ...structure, moves: [...structure.moves, { shape: "(take _ _)", clicks: [{ board: boxes }], arguments: [] }] };
    expect(boxesOf(pressed, index)).toBeNull();
    expect(boxesOf(fixture("chess").structure, 0)).toBeNull();
  });
});

describe("points with a line between any two", () => {
  const { structure, position } = fixture("sim");
  const board = structure.boards[0] as StructureBoard;
  const geometry = geometryOf(board);
  const plan = linePlan(board, geometry);

  it("stand on a circle, each with its name", () => {
    expect(isLineBoard(board)).toBe(true);
    expect(plan.points).toHaveLength(6);
    const [first] = plan.points;
    for (const { x, y } of plan.points) expect(Math.hypot(x, y)).toBeCloseTo(Math.hypot(first?.x ?? 0, first?.y ?? 0));
    expect(geometry.labels.map(({ text }) => text)).toEqual(["1", "2", "3", "4", "5", "6"]);
  });

  it("are joined by the cells", () => {
    expect(plan.lines).toHaveLength(15);
    plan.lines.forEach((line, l) => {
      expect(line.cell).toBe(l);
      expect(plan.points).toContainEqual(line.from);
      expect(plan.points).toContainEqual(line.to);
    });
  });

  it("can be taken hold of one by one, though they cross", () => {
    plan.lines.forEach(({ handle: { x, y }, from, to }, l) => {
      const length = Math.hypot(to.x - from.x, to.y - from.y);
      expect(Math.hypot(x - from.x, y - from.y) + Math.hypot(to.x - x, to.y - y)).toBeCloseTo(length);
      for (const { handle } of plan.lines.slice(l + 1)) expect(Math.hypot(handle.x - x, handle.y - y)).toBeGreaterThan(2 * kHandle);
    });
  });

  it("are pressed like cells and wear the colour of their owner", () => {
    const seat = position.legal.findIndex((legal) => (legal?.length ?? 0) > 1);
    const progress = begin(candidatesOf(structure, position, seat));
    const live = [...(nextCells(progress).get(0) ?? [])];
    const inks = inksOf(plan, new BoardArt(structure, 0), position);
    expect(inks.filter(Boolean)).toHaveLength(15 - live.length);
    for (const cell of live) expect(inks[cell]).toBeNull();
    expect(new Set(inks.flatMap((ink) => (ink ? [ink.colour] : [])))).toEqual(new Set(["red", "blue"]));
    expect(advance(progress, stepOf(0, plan.lines[live[0] ?? -1]!))).not.toBeNull();
  });
});
