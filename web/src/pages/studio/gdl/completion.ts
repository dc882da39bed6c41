// What can be written here: the words of GDL with a line about each, the names of the sheet, the variables of the rule.

import type { Completion, CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import { type NameUse, sheetNames, variablesAround } from "./sheet_names";
import { gdlWords } from "./words";

export function completeGdl(context: CompletionContext): CompletionResult | null {
  const before = context.matchBefore(/[^\s();]*/);
  const from = before?.from ?? context.pos;
  if (from === context.pos && !context.explicit) return null;
  const text = context.state.doc.toString();
  if (insideComment(text, from)) return null;
  return { from, options: optionsAt(text, from, context.pos), validFor: /^[^\s();]*$/ };
}

export function optionsAt(text: string, from: number, to: number): Completion[] {
  const typed = text.slice(from, to);
  if (typed.startsWith("?")) return variables(text, to);
  // The half-written word is not a name of the sheet yet.
  const names = sheetNames(text.slice(0, from) + text.slice(to));
  const first = /\(\s*$/.test(text.slice(0, from));
  const fitting = names.filter((name) => (first ? name.arity > 0 : name.arity === 0));
  return [...words(first), ...fitting.map(option), ...(first ? [] : variables(text, to))];
}

function words(first: boolean): Completion[] {
  return gdlWords
    .filter((word) => first !== (word.kind === "constant"))
    .map((word) => ({ label: word.name, type: "keyword", detail: word.summary, info: `${word.form}\n${word.detail}`, boost: 2 }));
}

const kTypes: Record<NameUse, string> = {
  relation: "function",
  fluent: "property",
  move: "method",
  function: "class",
  constant: "constant",
};

function option(name: { name: string; use: NameUse; arity: number; count: number }): Completion {
  const arguments_ = name.arity === 0 ? "" : ` with ${name.arity} argument${name.arity === 1 ? "" : "s"}`;
  // Frequent names first, but never before the words of the language.
  return { label: name.name, type: kTypes[name.use], detail: `${name.use}${arguments_}`, boost: Math.min(1, name.count / 50) };
}

function variables(text: string, at: number): Completion[] {
  return variablesAround(text, at).map((name) => ({ label: name, type: "variable", detail: "variable of this rule", boost: 1 }));
}

function insideComment(text: string, at: number): boolean {
  const line = text.slice(text.lastIndexOf("\n", at - 1) + 1, at);
  return line.includes(";");
}
