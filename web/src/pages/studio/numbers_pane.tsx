// What counting and random play say about a sheet: the size of the game tree, the length of matches, the choice at each step, and whether
// the roles have even chances.

import { createSignal, For, Show } from "solid-js";
import { api } from "../../api/client";
import type { Perft, Statistics } from "../../api/types";
import { Chart } from "../../charts";
import { Button, EmptyState, ErrorState, Select } from "../../ui";
import { GoalBalance } from "./goal_balance";

const kPerftSeconds = 10;
const kPlayouts = 2000;
const kPlayoutSeconds = 5;
const kDepths = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

const count = (value: number) => value.toLocaleString("en").replaceAll(",", "\u202f");

/** A question about one text: its answer stays visible, marked as old, when the text changes. */
function createQuestion<T>(text: () => string | null, ask: (text: string) => Promise<T>) {
  const [answer, setAnswer] = createSignal<{ text: string; value: T } | null>(null);
  const [busy, setBusy] = createSignal(false);
  const [failure, setFailure] = createSignal<unknown>(null);
  async function run() {
    const asked = text();
    if (asked === null) return;
    setBusy(true);
    setFailure(null);
    try {
      setAnswer({ text: asked, value: await ask(asked) });
    } catch (error) {
      setFailure(error);
    }
    setBusy(false);
  }
  return { value: () => answer()?.value, old: () => answer() !== null && answer()?.text !== text(), busy, failure, run };
}

function Old(props: { when: boolean }) {
  return (
    <Show when={props.when}>
      <p class="small muted">The rules have changed since this was counted.</p>
    </Show>
  );
}

function PerftTable(props: { perft: Perft }) {
  return (
    <>
      <table>
        <thead>
          <tr>
            <th scope="col">Depth</th>
            <th scope="col">Sequences</th>
            <th scope="col">of them ended</th>
            <th scope="col">Seconds</th>
          </tr>
        </thead>
        <tbody>
          <For each={props.perft.rows}>
            {(row) => (
              <tr>
                <td>{row.depth}</td>
                <td>{count(row.nodes)}</td>
                <td>{count(row.terminals)}</td>
                <td>{row.seconds.toFixed(row.seconds < 1 ? 3 : 1)}</td>
              </tr>
            )}
          </For>
        </tbody>
      </table>
      <Show when={!props.perft.complete}>
        <p class="small muted">Stopped after {kPerftSeconds} seconds, before the depth that was asked for.</p>
      </Show>
    </>
  );
}

function StatisticsView(props: { statistics: Statistics }) {
  // A bar of height 0 at each end keeps the first and the last one whole.
  const histogram = () => {
    const bars = props.statistics.length.histogram;
    const [first, last] = [bars[0], bars.at(-1)];
    if (!first || !last) return [];
    const width = first.to - first.from + 1;
    const before = { from: first.from - width, to: first.from - 1, count: 0 };
    const after = { from: last.to + 1, to: last.to + width, count: 0 };
    return [before, ...bars, after];
  };
  const steps = () => props.statistics.branching.by_step;
  return (
    <div class="stack">
      <dl class="numbers__facts">
        <div>
          <dt>Matches</dt>
          <dd>
            {count(props.statistics.playouts)}
            <Show when={props.statistics.unfinished > 0}>
              <span class="small muted"> ({count(props.statistics.unfinished)} cut off)</span>
            </Show>
          </dd>
        </div>
        <div>
          <dt>Length</dt>
          <dd>
            {props.statistics.length.mean.toFixed(1)}{" "}
            <span class="small muted">
              steps ({props.statistics.length.min} to {props.statistics.length.max})
            </span>
          </dd>
        </div>
        <div>
          <dt>Choice</dt>
          <dd>
            {props.statistics.branching.mean.toFixed(1)} <span class="small muted">legal moves</span>
          </dd>
        </div>
        <div>
          <dt>Speed</dt>
          <dd>
            {count(Math.round(props.statistics.states_per_second))} <span class="small muted">states a second ({props.statistics.engine})</span>
          </dd>
        </div>
      </dl>
      <Chart
        label="Length of matches"
        x={histogram().map((bar) => (bar.from + bar.to) / 2)}
        series={[{ label: "matches", values: histogram().map((bar) => bar.count), kind: "bars" }]}
        xLabel="steps"
        wholeX
        height={150}
      />
      <Chart
        label="Legal moves of whoever has a choice, by step"
        x={steps().map((_, index) => index)}
        series={[{ label: "legal moves", values: steps(), colour: "--series-2" }]}
        xLabel="step"
        wholeX
        height={150}
      />
      <section>
        <h3>Balance</h3>
        <GoalBalance goals={props.statistics.goals} />
      </section>
    </div>
  );
}

export function NumbersPane(props: { text: string | null }) {
  const [depth, setDepth] = createSignal("4");
  const perft = createQuestion(
    () => props.text,
    (text) => api.perft({ text, depth: Number(depth()), seconds: kPerftSeconds }),
  );
  const statistics = createQuestion(
    () => props.text,
    (text) => api.statistics({ text, playouts: kPlayouts, seconds: kPlayoutSeconds, seed: 1 }),
  );

  return (
    <Show
      when={props.text !== null}
      fallback={<EmptyState title="There is nothing to count yet.">Numbers need a sheet without errors.</EmptyState>}
    >
      <div class="stack numbers">
        <section>
          <div class="row numbers__head">
            <h3>Random play</h3>
            <Button size="small" busy={statistics.busy()} onClick={() => void statistics.run()}>
              Play {count(kPlayouts)} matches
            </Button>
          </div>
          <Show when={!statistics.failure()} fallback={<ErrorState error={statistics.failure()} onRetry={() => void statistics.run()} />}>
            <Show
              when={statistics.value()}
              fallback={<p class="small muted">Length, choice and balance of random matches; takes {kPlayoutSeconds} seconds at most.</p>}
            >
              {(value) => (
                <>
                  <Old when={statistics.old()} />
                  <StatisticsView statistics={value()} />
                </>
              )}
            </Show>
          </Show>
        </section>
        <section>
          <div class="row numbers__head">
            <h3>Game tree</h3>
            <div class="row">
              <Select
                label="Depth"
                hideLabel
                value={depth()}
                options={kDepths.map((each) => ({ value: String(each), label: `to depth ${each}` }))}
                onChange={setDepth}
              />
              <Button size="small" busy={perft.busy()} onClick={() => void perft.run()}>
                Count
              </Button>
            </div>
          </div>
          <Show when={!perft.failure()} fallback={<ErrorState error={perft.failure()} onRetry={() => void perft.run()} />}>
            <Show
              when={perft.value()}
              fallback={<p class="small muted">How many sequences of joint moves there are from the start, depth by depth (perft).</p>}
            >
              {(value) => (
                <>
                  <Old when={perft.old()} />
                  <PerftTable perft={value()} />
                </>
              )}
            </Show>
          </Show>
        </section>
      </div>
    </Show>
  );
}
