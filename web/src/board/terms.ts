// Terms in prefix form, `(mark 1 2)`: reading them, taking them apart, and writing them for people.
import type { Hint } from "../api/types";

/** A constant is its name; a compound term is a list whose first entry is the functor. */
export type Term = string | Term[];

/** Reads one term. Whatever is malformed is kept as a single name, so that a page never fails on a text it was sent. */
export function parseTerm(text: string): Term {
  const tokens = text.match(/[()]|[^\s()]+/g) ?? [];
  let next = 0;
  const read = (): Term | undefined => {
    const token = tokens[next++];
    if (token === undefined || token === ")") return undefined;
    if (token !== "(") return token;
    const parts: Term[] = [];
    while (next < tokens.length && tokens[next] !== ")") {
      const part = read();
      if (part === undefined) return undefined;
      parts.push(part);
    }
    return tokens[next++] === ")" ? parts : undefined;
  };
  const term = read();
  return term !== undefined && next === tokens.length ? term : text;
}

export function printTerm(term: Term): string {
  return typeof term === "string" ? term : `(${term.map(printTerm).join(" ")})`;
}

/** The form of a move and the constants in its places: `(move 1 2)` is `(move _ _)` with 1 and 2. */
export function formOf(term: Term): { shape: string; constants: string[] } {
  const constants: string[] = [];
  const shape = (part: Term): string => {
    if (typeof part !== "string") {
      const [functor, ...rest] = part;
      return `(${[printTerm(functor ?? ""), ...rest.map(shape)].join(" ")})`;
    }
    constants.push(part);
    return "_";
  };
  if (typeof term === "string") return { shape: term, constants };
  return { shape: shape(term), constants };
}

function spacedOut(name: string): string {
  return name.replace(/[_-]+/g, " ").trim() || name;
}

// (jump (jump c3 e5) g7) is one jump over three cells: arguments of the same functor in first place are taken in.
function chainOf(parts: Term[]): Term[] {
  const [functor, first, ...rest] = parts;
  if (first === undefined || typeof first === "string" || first[0] !== functor || typeof functor !== "string") return parts;
  return [...chainOf(first), ...rest];
}

function pretty(term: Term, names: Record<string, string>, outermost: boolean): string {
  const given = names[printTerm(term)];
  if (given !== undefined) return given;
  if (typeof term === "string") return spacedOut(term);
  const text = chainOf(term)
    .map((part) => pretty(part, names, false))
    .join(" ");
  return outermost ? text : `(${text})`;
}

/** A move or a fluent as people would write it: without the outer brackets, names spelled as the hint says. */
export function prettyTerm(term: string, hint?: Hint | null): string {
  return pretty(parseTerm(term), hint?.names ?? {}, true);
}

/** The content of a cell or a hand: several arguments side by side, `black king`. */
export function prettyContent(content: string, hint?: Hint | null): string {
  const given = hint?.names?.[content];
  if (given !== undefined) return given;
  const term = parseTerm(`(${content})`);
  if (typeof term === "string") return spacedOut(content);
  return term.map((part) => pretty(part, hint?.names ?? {}, true)).join(" ");
}
