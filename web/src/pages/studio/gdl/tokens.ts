// GDL in prefix form, cut into tokens. The same rules as those of the reader on the server: a name is any run of characters
// without blanks, parentheses and semicolons.

import { wordOf } from "./words";

export type TokenKind = "open" | "close" | "comment" | "variable" | "name";

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

const kToken = /;[^\n\r]*|[()]|[^\s();]+/g;

export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (const match of text.matchAll(kToken)) {
    tokens.push({ kind: kindOf(match[0]), text: match[0], from: match.index, to: match.index + match[0].length });
  }
  return tokens;
}

function kindOf(text: string): TokenKind {
  switch (text[0]) {
    case ";":
      return "comment";
    case "(":
      return "open";
    case ")":
      return "close";
    case "?":
      return "variable";
    default:
      return "name";
  }
}

export const isArrow = (name: string): boolean => name === "<=" || name === ":-";
export const isNumber = (name: string): boolean => /^-?\d+$/.test(name);

export type NameClass = "arrow" | "connective" | "keyword" | "number" | "functor" | "constant";

// What a name is at its place. Most words mean something only at the front of a list: `(mark true 1)` marks a cell.
export function classify(name: string, first: boolean): NameClass {
  if (isArrow(name)) return "arrow";
  const word = wordOf(name);
  if (word?.kind === "constant") return "keyword";
  if (first && word) return word.kind === "connective" ? "connective" : "keyword";
  if (isNumber(name)) return "number";
  return first ? "functor" : "constant";
}
