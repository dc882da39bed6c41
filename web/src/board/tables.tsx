// Whatever fits on no board: one table per family of fluents, and single words for those without arguments.
import { createMemo, For, Show } from "solid-js";
import type { Hint, Position, Structure } from "../api/types";
import { tablesOf } from "./fluent_tables";
import { prettyTerm } from "./terms";
import "./tables.css";

export interface TablesProps {
  structure: Structure;
  position: Position;
  hint?: Hint | null | undefined;
}

const kMostRows = 200;

export function Tables(props: TablesProps) {
  const tables = createMemo(() => tablesOf(props.structure, props.position, props.hint));
  const words = () => tables().filter(({ rows }) => rows[0]?.length === 0);
  const listed = () => tables().filter(({ rows }) => (rows[0]?.length ?? 0) > 0);
  return (
    <>
      <Show when={words().length > 0}>
        <ul class="facts">
          <For each={words()}>{({ functor }) => <li class="facts__fact">{prettyTerm(functor, props.hint)}</li>}</For>
        </ul>
      </Show>
      <For each={listed()}>
        {({ functor, rows }) => (
          <figure class="fluents">
            <figcaption class="fluents__name">{prettyTerm(functor, props.hint)}</figcaption>
            <table>
              <tbody>
                <For each={rows.slice(0, kMostRows)}>
                  {(row) => (
                    <tr>
                      <For each={row}>{(argument) => <td>{prettyTerm(argument, props.hint)}</td>}</For>
                    </tr>
                  )}
                </For>
              </tbody>
            </table>
            <Show when={rows.length > kMostRows}>
              <p class="fluents__more">{rows.length - kMostRows} more</p>
            </Show>
          </figure>
        )}
      </For>
    </>
  );
}
