// Walking through a match. The cursor is the step that is looked at, or null for "now", which moves on as the match does.
import type { HistoryStep } from "../../api/types";

export type Cursor = number | null;

/** The cursor for a step; whoever looks at the last position looks at now. */
export function cursorAt(step: number, now: number): Cursor {
  const whole = Math.max(0, Math.round(step));
  return whole >= now ? null : whole;
}

export function walked(cursor: Cursor, by: number, now: number): Cursor {
  return cursorAt((cursor ?? now) + by, now);
}

/** The step a key leads to, or undefined if the key means nothing here. */
export function walkedByKey(cursor: Cursor, key: string, now: number): Cursor | undefined {
  switch (key) {
    case "ArrowLeft":
      return walked(cursor, -1, now);
    case "ArrowRight":
      return walked(cursor, 1, now);
    case "Home":
      return cursorAt(0, now);
    case "End":
      return null;
    default:
      return undefined;
  }
}

export interface HistoryRow {
  /** The position that the move led to. */
  step: number;
  moves: { role: number; move: string | null }[];
  faults: HistoryStep["faults"];
}

/** The moves of a step that are worth a line: whoever only waited is left out, unless all did. */
export function historyRow(step: HistoryStep): HistoryRow {
  const all = step.moves.map((move, role) => ({ role, move }));
  const worthy = all.filter((one) => one.move !== "noop");
  return { step: step.step + 1, moves: worthy.length > 0 ? worthy : all, faults: step.faults };
}

export interface Evaluation {
  steps: number[];
  /** Per role, or null for roles that never told a value. */
  values: ((number | null)[] | null)[];
}

/** The expected goals along the match, and at its end the goals themselves. */
export function evaluation(history: readonly HistoryStep[], roles: number, goals: readonly (number | null)[] | null): Evaluation {
  const steps = history.map((step) => step.step);
  const columns = Array.from({ length: roles }, (_, role) => history.map((step) => step.values[role] ?? null));
  const told = columns.map((column) => column.some((value) => value !== null));
  if (goals && history.length > 0 && told.some(Boolean)) {
    steps.push(history.length);
    columns.forEach((column, role) => column.push(goals[role] ?? null));
  }
  return { steps, values: columns.map((column, role) => (told[role] ? column : null)) };
}
