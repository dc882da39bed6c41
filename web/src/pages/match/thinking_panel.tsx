// What the machine thinks: the value as it settles, the moves it looks at, and the line it expects.
import { createMemo, createSignal, For, Show } from "solid-js";
import { prettyTerm } from "../../board";
import { Chart } from "../../charts";
import { Checkbox, EmptyState, SegmentedControl } from "../../ui";
import { seriesColour } from "./role_mark";
import type { Session } from "./session";
import type { Thinking } from "./state";

export interface ThinkingPanelProps {
  session: Session;
  onBoard: boolean;
  onToggle: (onBoard: boolean) => void;
}

const count = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });

/** What was thought before a step; if nobody did, the last thoughts before it. In order of roles. */
export function thinkingAt(all: readonly Thinking[], step: number): Thinking[] {
  const newest = Math.max(...all.filter((one) => one.step <= step).map((one) => one.step));
  return all.filter((one) => one.step === newest).sort((a, b) => a.role - b.role);
}

function MoveBars(props: { thinking: Thinking; hint: Parameters<typeof prettyTerm>[1] }) {
  const most = () => Math.max(1, ...props.thinking.thought.moves.map((one) => one.visits));
  return (
    <table class="thinking__moves">
      <thead>
        <tr>
          <th scope="col">Move</th>
          <th scope="col">Visits</th>
          <th scope="col">Value</th>
        </tr>
      </thead>
      <tbody>
        <For each={props.thinking.thought.moves.slice(0, 10)}>
          {(one) => (
            <tr>
              <td>{prettyTerm(one.move, props.hint)}</td>
              <td>
                <progress max={most()} value={one.visits} aria-hidden="true" /> {count.format(one.visits)}
              </td>
              <td>{one.low === one.high ? `${Math.round(one.value)}, proved` : Math.round(one.value)}</td>
            </tr>
          )}
        </For>
      </tbody>
    </table>
  );
}

export function ThinkingPanel(props: ThinkingPanelProps) {
  const view = () => props.session.view();
  const entries = createMemo(() => thinkingAt(props.session.state().thinking, props.session.shown().step));
  const [wanted, setWanted] = createSignal<string>("");
  const shown = () => entries().find((one) => String(one.role) === wanted()) ?? entries()[0];
  const options = () => entries().map((one) => ({ value: String(one.role), label: view().roles[one.role] ?? "" }));
  const line = (thinking: Thinking) =>
    thinking.thought.line.map((joint) => joint.flatMap((move) => (move === null || move === "noop" ? [] : [prettyTerm(move, view().hint)])).join(" / ")).filter(Boolean);

  return (
    <div class="stack">
      <Checkbox label="Draw it on the board" checked={props.onBoard} onChange={props.onToggle} />
      <Show when={entries().length > 1}>
        <SegmentedControl label="Who" options={options()} value={String(shown()?.role ?? "")} onChange={setWanted} />
      </Show>
      <Show when={shown()} fallback={<EmptyState title="No thoughts yet.">They appear here while the machine thinks.</EmptyState>}>
        {(thinking) => (
          <>
            <p class="small muted thinking__counts">
              Before step {thinking().step + 1}: {count.format(thinking().thought.iterations)} iterations, {count.format(thinking().thought.states)} states,
              depth {thinking().thought.depth}, {thinking().thought.seconds.toFixed(1)} s{thinking().thought.final ? "" : ", still thinking"}
            </p>
            <Chart
              label={`Value for ${view().roles[thinking().role] ?? ""}`}
              x={thinking().trail.map((point) => point.seconds)}
              series={[{ label: "value", values: thinking().trail.map((point) => point.value), colour: seriesColour(props.session.view().roles, thinking().role) }]}
              yRange={[0, 100]}
              xLabel="seconds"
              height={130}
            />
            <MoveBars thinking={thinking()} hint={view().hint} />
            <Show when={line(thinking()).length > 0}>
              <div>
                <h3>Expected line</h3>
                <ol class="thinking__line">
                  <For each={line(thinking())}>{(move) => <li>{move}</li>}</For>
                </ol>
              </div>
            </Show>
            <Show when={thinking().thought.note}>
              <p class="small muted">{thinking().thought.note}</p>
            </Show>
          </>
        )}
      </Show>
    </div>
  );
}
