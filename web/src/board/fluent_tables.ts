// The fluents of a position that stand on no board, sorted into tables.
import type { Hint, Position, Structure } from "../api/types";
import { isHidden } from "./families";
import { parseTerm, printTerm } from "./terms";

export interface FluentTable {
  functor: string;
  /** Arguments, row by row; a row without any for a fluent that is a single word. */
  rows: string[][];
}

const byNumberThenName = new Intl.Collator("en", { numeric: true });

function compareRows(a: readonly string[], b: readonly string[]): number {
  for (let column = 0; column < Math.max(a.length, b.length); ++column) {
    const order = byNumberThenName.compare(a[column] ?? "", b[column] ?? "");
    if (order !== 0) return order;
  }
  return 0;
}

/** Fluents of one position that stand in tables or nowhere, by functor and number of arguments, rows in order. */
export function tablesOf(structure: Structure, position: Position, hint?: Hint | null): FluentTable[] {
  const numbers = structure.tables.flatMap(({ family }, t) => (isHidden(hint, family) ? [] : (position.scene.tables[t] ?? [])));
  const tables = new Map<string, FluentTable>();
  for (const number of [...numbers, ...position.scene.rest]) {
    const term = parseTerm(position.fluents[number] ?? "");
    const [functor, ...args] = typeof term === "string" ? [term] : term.map(printTerm);
    if (functor === undefined || isHidden(hint, `${functor}/${args.length}`)) continue;
    const key = `${functor}/${args.length}`;
    const table = tables.get(key) ?? { functor, rows: [] };
    table.rows.push(args);
    tables.set(key, table);
  }
  return [...tables.values()].map((table) => ({ ...table, rows: table.rows.sort(compareRows) }));
}
