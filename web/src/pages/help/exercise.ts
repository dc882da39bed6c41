// Exercises and how they are marked: a sheet is right if the positions it leads to have the properties that were asked for. Any sheet
// that does so is right, however it is written.

import { api, ApiFailure } from "../../api/client";
import type { Check, RulesPosition } from "../../api/types";

export interface LegalExpectation {
  readonly role: string;
  readonly includes?: readonly string[];
  readonly excludes?: readonly string[];
}

export interface Expectation {
  readonly legal?: readonly LegalExpectation[];
  readonly fluents?: { readonly includes?: readonly string[]; readonly excludes?: readonly string[] };
  readonly terminal?: boolean;
  /** In the order of the roles. */
  readonly goals?: readonly number[];
  /** Some axis of a board has these values in this order. */
  readonly axis?: readonly string[];
}

export interface Probe {
  /** What is asked for, in words. */
  readonly says: string;
  /** Joint moves from the start. */
  readonly moves: readonly (readonly string[])[];
  readonly expect: Expectation;
}

export interface Exercise {
  readonly task: string;
  readonly start: string;
  readonly solution: string;
  readonly probes: readonly Probe[];
  /** There may be no warnings left either. */
  readonly clean?: boolean;
}

export interface Mark {
  readonly says: string;
  /** What is wrong, or null. */
  readonly problem: string | null;
}

// Letter case and blanks do not matter in GDL.
const same = (term: string): string => term.toLowerCase().replace(/\s+/g, " ").replaceAll("( ", "(").replaceAll(" )", ")").trim();

function difference(found: readonly string[], wanted: { includes?: readonly string[]; excludes?: readonly string[] }, what: string): string | null {
  const terms = new Set(found.map(same));
  const missing = wanted.includes?.find((term) => !terms.has(same(term)));
  if (missing !== undefined) return `${what} does not include ${missing}.`;
  const surplus = wanted.excludes?.find((term) => terms.has(same(term)));
  if (surplus !== undefined) return `${what} still includes ${surplus}.`;
  return null;
}

function legalProblem(wanted: LegalExpectation, answer: RulesPosition): string | null {
  const role = answer.roles.findIndex((name) => same(name) === same(wanted.role));
  if (role < 0) return `There is no role ${wanted.role}.`;
  const moves = answer.position.legal[role] ?? [];
  return difference(moves.map((each) => each.move), wanted, `What is legal for ${wanted.role}`);
}

function goalsProblem(wanted: readonly number[], answer: RulesPosition): string | null {
  const goals = answer.position.goals ?? [];
  const wrong = wanted.findIndex((goal, role) => goals[role] !== goal);
  if (wrong < 0) return null;
  const name = answer.roles[wrong] ?? `role ${wrong + 1}`;
  const got = goals[wrong];
  return got === null || got === undefined ? `${name} has no goal value here, or several.` : `The goal of ${name} is ${got}, not ${wanted[wrong]}.`;
}

function axisProblem(wanted: readonly string[], answer: RulesPosition): string | null {
  const axes = answer.structure.boards.flatMap((board) => board.axes.map((axis) => axis.values.join(" ")));
  return axes.includes(wanted.join(" ")) ? null : `No side of a board is drawn in the order ${wanted.join(", ")}.`;
}

/** What is wrong with a position, or null. */
export function judge(expected: Expectation, answer: RulesPosition): string | null {
  const { position } = answer;
  if (expected.terminal !== undefined && position.terminal !== expected.terminal) {
    return expected.terminal ? "The game is not over here." : "The game is already over here.";
  }
  for (const wanted of expected.legal ?? []) {
    const problem = legalProblem(wanted, answer);
    if (problem) return problem;
  }
  if (expected.fluents) {
    const problem = difference(position.fluents, expected.fluents, "The state");
    if (problem) return problem;
  }
  if (expected.goals) {
    const problem = goalsProblem(expected.goals, answer);
    if (problem) return problem;
  }
  return expected.axis ? axisProblem(expected.axis, answer) : null;
}

async function markProbe(text: string, probe: Probe): Promise<Mark> {
  try {
    const answer = await api.rulesPosition({ text, moves: probe.moves.map((joint) => [...joint]) });
    return { says: probe.says, problem: judge(probe.expect, answer) };
  } catch (error) {
    // The server refuses moves that are not legal; everything else is no fault of the sheet.
    if (error instanceof ApiFailure && error.status >= 400 && error.status < 500) return { says: probe.says, problem: error.message };
    throw error;
  }
}

export async function markExercise(exercise: Exercise, text: string, check: Check): Promise<Mark[]> {
  if (!check.ok) return [{ says: "The sheet has no errors.", problem: "See the problems below." }];
  const marks: Mark[] = [];
  if (exercise.clean) {
    const left = check.diagnostics.filter((finding) => finding.severity !== "note").length;
    marks.push({ says: "The sheet has no warnings.", problem: left > 0 ? "See the problems below." : null });
  }
  for (const probe of exercise.probes) marks.push(await markProbe(text, probe));
  return marks;
}

export const passed = (marks: readonly Mark[]): boolean => marks.length > 0 && marks.every((mark) => mark.problem === null);
