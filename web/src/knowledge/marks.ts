// Statements, symmetries and distances as marks on the boards.
import type { GoalDistance, Structure, SymmetryGroup } from "../api/types";
import { cellOfFluent, onePerCell, type CellMark } from "../board/cell_marks";

export function marksAbout(structure: Structure, terms: readonly string[]): CellMark[] {
  return onePerCell(
    terms.flatMap((term): CellMark[] => {
      const at = cellOfFluent(structure, term);
      return at ? [{ ...at, kind: "about" }] : [];
    }),
  );
}

/** Where the pieces of a cell go under the symmetries; the cell itself is the origin. */
export function imagesOf(structure: Structure, group: SymmetryGroup, origin: { board: number; cell: number }): CellMark[] {
  const marks: CellMark[] = [{ ...origin, kind: "origin" }];
  for (const element of group.elements) {
    for (const [from, to] of element.fluents) {
      const at = cellOfFluent(structure, from ?? "");
      if (at?.board !== origin.board || at.cell !== origin.cell) continue;
      const image = cellOfFluent(structure, to ?? "");
      if (image) marks.push({ ...image, kind: "about" });
      break;
    }
  }
  return onePerCell(marks);
}

/** The heat map of a goal fluent: the nearer a cell, the warmer; of several fluents of a cell the nearest counts. */
export function heatOf(structure: Structure, distance: GoalDistance): CellMark[] {
  const steps = new Map<string, { board: number; cell: number; steps: number }>();
  for (const { fluent, steps: far } of distance.map) {
    const at = cellOfFluent(structure, fluent);
    if (!at) continue;
    const key = `${at.board} ${at.cell}`;
    const known = steps.get(key);
    if (!known || far < known.steps) steps.set(key, { ...at, steps: far });
  }
  const most = Math.max(1, ...[...steps.values()].map((entry) => entry.steps));
  return [...steps.values()].map(({ board, cell, steps: far }) => ({
    board,
    cell,
    kind: "heat",
    strength: 1 - far / (most + 1),
    text: String(far),
  }));
}
