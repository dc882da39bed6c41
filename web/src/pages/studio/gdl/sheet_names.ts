// The names of a sheet and what they are used for, read from its text as it stands: while somebody types, rules are often open at
// one end, so nothing here needs a sheet without errors.

import { isArrow, isNumber, type Token, tokensOf } from "./tokens";
import { wordOf } from "./words";

export type NameUse = "relation" | "fluent" | "move" | "function" | "constant";

export interface SheetName {
  readonly name: string;
  readonly use: NameUse;
  readonly arity: number;
  readonly count: number;
}

// A list that is still open while tokens pass by.
interface Frame {
  readonly formula: boolean; // the list itself is a condition, not a term
  readonly use: NameUse;
  head: string | null;
  arguments: number;
}

// Which argument of these words is a fluent or a move.
const kFluentAt: Record<string, number> = { init: 0, true: 0, next: 0, base: 0 };
const kMoveAt: Record<string, number> = { legal: 1, does: 1, input: 1 };

// Whether conditions stand inside this list; no list at all is the top of the sheet.
function holdsFormulas(frame: Frame | undefined): boolean {
  if (!frame) return true;
  const head = frame.head?.toLowerCase() ?? "";
  return frame.formula && (isArrow(head) || head === "not" || head === "or" || head === "and");
}

// The use of what comes next inside `frame`.
function useInside(frame: Frame | undefined): NameUse {
  if (!frame || holdsFormulas(frame)) return "relation";
  const head = frame.head?.toLowerCase() ?? "";
  if (frame.formula && kFluentAt[head] === frame.arguments) return "fluent";
  if (frame.formula && kMoveAt[head] === frame.arguments) return "move";
  return "function";
}

export function sheetNames(text: string): SheetName[] {
  const found = new Map<string, { name: string; use: NameUse; arity: number; count: number }>();
  const note = (name: string, use: NameUse, arity: number) => {
    const plain = arity === 0 && use === "function" ? "constant" : use;
    const key = `${name.toLowerCase()} ${plain} ${arity}`;
    const entry = found.get(key);
    if (entry) entry.count += 1;
    else found.set(key, { name, use: plain, arity, count: 1 });
  };
  const stack: Frame[] = [];
  for (const token of tokensOf(text)) step(token, stack, note);
  for (const frame of stack.reverse()) close(frame, note);
  return [...found.values()];
}

type Note = (name: string, use: NameUse, arity: number) => void;

function step(token: Token, stack: Frame[], note: Note): void {
  const frame = stack.at(-1);
  if (token.kind === "comment") return;
  if (token.kind === "open") {
    stack.push({ formula: holdsFormulas(frame), use: useInside(frame), head: null, arguments: 0 });
    return;
  }
  if (token.kind === "close") {
    if (frame) close(frame, note);
    stack.pop();
    const parent = stack.at(-1);
    if (parent) parent.arguments += 1;
    return;
  }
  if (frame && frame.head === null) {
    frame.head = token.text;
    return;
  }
  if (token.kind === "name" && !isNumber(token.text) && !reserved(token.text)) note(token.text, useInside(frame), 0);
  if (frame) frame.arguments += 1;
}

function close(frame: Frame, note: Note): void {
  if (!frame.head || frame.head.startsWith("?") || isArrow(frame.head)) return;
  if (frame.use === "relation" && wordOf(frame.head)) return;
  note(frame.head, frame.use, frame.arguments);
}

const reserved = (name: string): boolean => isArrow(name) || wordOf(name)?.kind === "constant";

// The variables of the rule around this place: of the outermost list that is open there.
export function variablesAround(text: string, at: number): string[] {
  let depth = 0;
  let names = new Set<string>();
  for (const token of tokensOf(text)) {
    if (token.kind === "open") {
      // A list at the left margin starts a rule even if the one before it is not closed yet.
      if (token.from === 0 || text[token.from - 1] === "\n") depth = 0;
      if (depth === 0) {
        if (token.from >= at) break;
        names = new Set();
      }
      depth += 1;
    } else if (token.kind === "close") {
      depth = Math.max(0, depth - 1);
      if (depth === 0 && token.to > at) break;
      if (depth === 0) names = new Set();
    } else if (token.kind === "variable" && depth > 0 && !(token.from <= at && at <= token.to)) {
      names.add(token.text);
    }
  }
  return [...names];
}
