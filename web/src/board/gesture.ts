// From clicks to moves. A legal move says which cells to touch, in order, and which words to choose then; every click narrows the moves
// that are still meant. Plain data in and out: nothing here knows how a board is drawn.
import type { LegalMove, Position, Structure } from "../api/types";

export interface Candidate extends LegalMove {
  role: number;
  /** Choices that can be made by picking up something from a hand: index into `choices`, and the hand. */
  items: readonly { choice: number; hand: number }[];
}

export type Step =
  | { kind: "cell"; board: number; cell: number }
  /** A line of a drawing: a cell and the word for the direction in one. */
  | { kind: "line"; board: number; cell: number; word: string }
  | { kind: "item"; hand: number; words: readonly string[] }
  | { kind: "word"; pattern: number | null; choice: number; word: string };

/** A half-made move: what was clicked, and what it can still become. */
export interface Progress {
  steps: readonly Step[];
  candidates: readonly Candidate[];
}

/** One thing to choose after the last click. */
export interface Option {
  /** The words that tell this option from the others. */
  words: readonly string[];
  /** The functor of the move, where the options are moves of different forms. */
  verb: string | null;
  step: Step;
  candidates: readonly Candidate[];
}

// Moves that stand for doing nothing while others play.
const kIdle = new Set(["noop", "no-op", "no_op", "idle", "nil"]);

export function isIdle(move: string): boolean {
  return kIdle.has(move.replace(/[()]/g, "").trim().toLowerCase());
}

/** Whether a role has something to decide here, or at least something to confirm. */
export function hasChoice(position: Position, role: number): boolean {
  const legal = position.legal[role];
  if (position.terminal || !legal || legal.length === 0) return false;
  return legal.length > 1 || !isIdle(legal[0]?.move ?? "");
}

function itemsOf(move: LegalMove, structure: Structure): Candidate["items"] {
  const pattern = move.pattern === null ? undefined : structure.moves[move.pattern];
  if (!pattern) return [];
  const told = pattern.arguments.filter(({ kind }) => kind !== "coordinate" && kind !== "name" && kind !== "piece");
  return told.flatMap((argument, choice) => (argument.kind === "item" && argument.hand !== undefined ? [{ choice, hand: argument.hand }] : []));
}

export function candidatesOf(structure: Structure, position: Position, role: number): Candidate[] {
  if (!hasChoice(position, role)) return [];
  return (position.legal[role] ?? []).map((move) => ({ ...move, role, items: itemsOf(move, structure) }));
}

/** Moves that no click can begin: they are shown as buttons or in a list. */
export function clickless(candidates: readonly Candidate[]): Candidate[] {
  return candidates.filter(({ touches, items }) => touches.length === 0 && items.length === 0);
}

export function begin(candidates: readonly Candidate[]): Progress {
  return { steps: [], candidates };
}

/** How many cells have been touched, alone or with a word. */
export const touchesDone = (progress: Progress): number => progress.steps.filter(({ kind }) => kind === "cell" || kind === "line").length;

function fits(candidate: Candidate, step: Step, done: number): boolean {
  switch (step.kind) {
    case "cell": {
      const touch = candidate.touches[done];
      return touch !== undefined && touch.board === step.board && touch.cells.includes(step.cell);
    }
    case "line":
      return candidate.choices.includes(step.word) && fits(candidate, { ...step, kind: "cell" }, done);
    case "item":
      return candidate.items.some(({ choice, hand }) => hand === step.hand && step.words.includes(candidate.choices[choice] ?? ""));
    case "word":
      return candidate.pattern === step.pattern && candidate.choices[step.choice] === step.word;
  }
}

/** The move with one more step, or null if no move goes on like this. */
export function advance(progress: Progress, step: Step): Progress | null {
  const done = touchesDone(progress);
  const candidates = progress.candidates.filter((candidate) => fits(candidate, step, done));
  return candidates.length === 0 ? null : { steps: [...progress.steps, step], candidates };
}

/** Moves whose cells have all been touched. */
export function complete(progress: Progress): Candidate[] {
  const done = touchesDone(progress);
  if (progress.steps.length === 0) return [];
  return progress.candidates.filter((candidate) => candidate.touches.length === done);
}

/** The move that is meant beyond doubt, if there is one. */
export function decided(progress: Progress): Candidate | null {
  const ready = complete(progress);
  return ready.length === 1 && progress.candidates.length === 1 ? (ready[0] ?? null) : null;
}

/** Cells that go on with some move, per board. */
export function nextCells(progress: Progress): Map<number, Set<number>> {
  const done = touchesDone(progress);
  const boards = new Map<number, Set<number>>();
  for (const { touches } of progress.candidates) {
    const touch = touches[done];
    if (!touch) continue;
    let cells = boards.get(touch.board);
    if (!cells) boards.set(touch.board, (cells = new Set()));
    for (const cell of touch.cells) cells.add(cell);
  }
  return boards;
}

/** Words of hands that go on with some move, per hand. */
export function nextItems(progress: Progress): Map<number, Set<string>> {
  const picked = progress.steps.some((step) => step.kind === "item");
  const hands = new Map<number, Set<string>>();
  if (picked) return hands;
  for (const { items, choices } of progress.candidates) {
    for (const { choice, hand } of items) {
      let words = hands.get(hand);
      if (!words) hands.set(hand, (words = new Set()));
      words.add(choices[choice] ?? "");
    }
  }
  return hands;
}

function firstDifference(candidates: readonly Candidate[]): number {
  const [first, ...others] = candidates;
  return (first?.choices ?? []).findIndex((word, c) => others.some(({ choices }) => choices[c] !== word));
}

const functorOf = (move: string) => /^\(?\s*([^\s()]+)/.exec(move)?.[1] ?? move;

/**
 * What to choose once all cells are touched and several moves are left: the words at the first place where they differ. It is empty while
 * there is nothing to choose. Choosing narrows like a click, so that moves with several words are asked for word by word.
 */
export function options(progress: Progress): Option[] {
  const ready = complete(progress);
  if (ready.length === 0 || decided(progress)) return [];
  const patterns = new Map<number | null, Candidate[]>();
  for (const candidate of ready) patterns.set(candidate.pattern, [...(patterns.get(candidate.pattern) ?? []), candidate]);
  // A move that is complete while a longer one goes on needs its name on the button too.
  const several = patterns.size > 1 || ready.length < progress.candidates.length;
  return [...patterns].flatMap(([pattern, candidates]) => {
    const verb = several ? functorOf(candidates[0]?.move ?? "") : null;
    const place = firstDifference(candidates);
    if (place < 0) {
      const choice = Math.max(0, (candidates[0]?.choices.length ?? 0) - 1);
      const word = candidates[0]?.choices[choice] ?? "";
      return [{ words: candidates[0]?.choices ?? [], verb, step: { kind: "word", pattern, choice, word } as const, candidates }];
    }
    const words = [...new Set(candidates.map(({ choices }) => choices[place] ?? ""))];
    return words.map((word) => {
      const narrowed = candidates.filter(({ choices }) => choices[place] === word);
      const rest = narrowed.length === 1 ? (narrowed[0]?.choices.slice(place) ?? []) : [word];
      return { words: rest, verb, step: { kind: "word", pattern, choice: place, word } as const, candidates: narrowed };
    });
  });
}

/** Takes an option: afterwards only its moves are meant. */
export function choose(progress: Progress, option: Option): Progress {
  return { steps: [...progress.steps, option.step], candidates: option.candidates };
}

export function sameStep(a: Step | undefined, b: Step): boolean {
  if (a?.kind === "line" && b.kind === "line") return a.board === b.board && a.cell === b.cell && a.word === b.word;
  if (a?.kind === "cell" && b.kind === "cell") return a.board === b.board && a.cell === b.cell;
  if (a?.kind === "item" && b.kind === "item") return a.hand === b.hand && a.words.join(" ") === b.words.join(" ");
  return false;
}

/**
 * A click anywhere. It goes on with the move if it can. A second click on the last place finishes a move that could go on, or takes the
 * click back. Any other click starts afresh from there, and one that starts nothing drops the half-made move.
 */
export function press(all: readonly Candidate[], progress: Progress, step: Step): Progress {
  const further = advance(progress, step);
  if (further) return further;
  if (sameStep(progress.steps[progress.steps.length - 1], step)) {
    const ready = complete(progress);
    return ready.length === 1 && progress.candidates.length > 1 ? { ...progress, candidates: ready } : begin(all);
  }
  return advance(begin(all), step) ?? begin(all);
}

/** Takes the last step back; the moves it had ruled out are possible again. */
export function undo(all: readonly Candidate[], progress: Progress): Progress {
  return progress.steps.slice(0, -1).reduce<Progress>((before, step) => advance(before, step) ?? before, begin(all));
}
