// The moves so far; a click looks at the position that a move led to. Below, how the expected goals went.
import { createEffect, For, on, Show } from "solid-js";
import type { HistoryStep } from "../../api/types";
import { prettyTerm } from "../../board";
import { EmptyState } from "../../ui";
import { EvaluationChart } from "./evaluation_chart";
import { RoleMark } from "./role_mark";
import type { Session } from "./session";
import { historyRow } from "./walk";

function Row(props: { session: Session; step: HistoryStep; current: number }) {
  const view = () => props.session.view();
  const row = historyRow(props.step);
  return (
    <li>
      <button type="button" class="history__row" aria-current={row.step === props.current ? "step" : undefined} onClick={() => props.session.jump(row.step)}>
        <span class="history__number">{row.step}</span>
        <span class="history__moves">
          <For each={row.moves}>
            {(one) => (
              <span>
                <RoleMark roles={view().roles} role={one.role} />
                <span class="visually-hidden">{view().roles[one.role]}: </span>
                {one.move === null ? <em class="muted">hidden</em> : prettyTerm(one.move, view().hint)}
              </span>
            )}
          </For>
          <For each={row.faults}>
            {(fault) => (
              <span class="history__fault">
                {view().roles[fault.role]}: {fault.kind}
                {fault.said ? `, said ${fault.said}` : ""}
                {fault.note ? ` (${fault.note})` : ""}
              </span>
            )}
          </For>
        </span>
      </button>
    </li>
  );
}

export function HistoryPanel(props: { session: Session }) {
  const view = () => props.session.view();
  const current = () => props.session.cursor() ?? view().position.step;
  let list: HTMLOListElement | undefined;

  // Scrolls the list, never the page.
  createEffect(
    on(current, () => {
      const entry = list?.querySelector<HTMLElement>("[aria-current]");
      if (!list || !entry) return;
      const above = entry.offsetTop - list.offsetTop - list.scrollTop;
      if (above < 0 || above + entry.offsetHeight > list.clientHeight) list.scrollTop += above - list.clientHeight / 2;
    }),
  );

  return (
    <div class="stack">
      <Show when={view().history.length > 0} fallback={<EmptyState title="No move yet." />}>
        <ol class="history" ref={list}>
          <For each={view().history}>{(step) => <Row session={props.session} step={step} current={current()} />}</For>
        </ol>
      </Show>
      <EvaluationChart session={props.session} />
    </div>
  );
}
