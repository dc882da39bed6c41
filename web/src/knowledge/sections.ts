// Statements in the order and under the headings in which a person asks for them.
import type { KnowledgeStatement } from "../api/types";

export interface Section {
  title: string;
  statements: KnowledgeStatement[];
}

const kHeadings: readonly (readonly [string, readonly string[]])[] = [
  ["Who moves", ["turn-taking", "idle"]],
  ["How it ends", ["goal-sum", "never-goal", "length"]],
  ["What is the same", ["symmetry", "role-symmetry", "part"]],
  ["What the positions are made of", ["inputs", "group", "persistent", "unreachable"]],
];

/** Kinds that this page has not heard of come last, under a heading of their own. */
export function sectionsOf(statements: readonly KnowledgeStatement[]): Section[] {
  const known = new Set(kHeadings.flatMap(([, kinds]) => kinds));
  const sections = kHeadings.map(([title, kinds]) => ({ title, statements: statements.filter(({ kind }) => kinds.includes(kind)) }));
  sections.push({ title: "More", statements: statements.filter(({ kind }) => !known.has(kind)) });
  return sections.filter((section) => section.statements.length > 0);
}

/** A sentence as it is printed: with a capital letter and a full stop. */
export const asSentence = (words: string): string => (words ? `${words[0]!.toUpperCase()}${words.slice(1)}.` : "");
