// Help for those who pick or write strategies: the language of strategies, with what each of them is good for.

import { A } from "@solidjs/router";
import { For, Show } from "solid-js";
import { loadInfo } from "../../matches/library";
import { createLoad } from "../../shell/load";

interface Entry {
  readonly name: string;
  readonly says: string;
  readonly examples: readonly string[];
}

const kStrategies: readonly Entry[] = [
  {
    name: "auto",
    says: "Looks at the game and chooses: a planner for one player, a tree search for several. It starts on whatever engine is ready and changes to a faster one in mid-match. In games with hidden information it moves at random, because no search here reasons about what players know.",
    examples: ["auto", "auto(time=2s)", "auto(iterations=10000)"],
  },
  {
    name: "mcts",
    says: "Monte-Carlo tree search (UCT): grows a tree of the moves that look best, judged by random playouts. Good in most games with several players, also with simultaneous moves and chance. With lanes, hundreds of playouts run at once (leaf parallelisation).",
    examples: ["mcts", "mcts(lanes)", "mcts(select=rave, time=1s)", "mcts(playout=nst, iterations=5000)"],
  },
  {
    name: "minimax",
    says: "Iterative deepening with a transposition table, and alpha-beta where it is sound; proofs where it reaches the end. Exact in small games, strong in tactical endings.",
    examples: ["minimax(time=2s)", "minimax(depth=6)", "minimax(evaluation=mobility, time=1s)"],
  },
  {
    name: "plan",
    says: "Planning, for games of one player: looks for a line to the highest goal and plays it to the end.",
    examples: ["plan", "plan(time=10s)"],
  },
  {
    name: "nmc",
    says: "Nested Monte-Carlo search: evaluates each move by playouts that themselves evaluate each move. Finds quick wins and traps where random playouts see none.",
    examples: ["nmc", "nmc(level=2, time=2s)"],
  },
  { name: "random", says: "Any legal move, each with the same probability. The baseline for everything else.", examples: ["random"] },
  { name: "first-legal", says: "The first legal move in the canonical order: always the same, and rarely good.", examples: ["first-legal"] },
];

const kSettings: readonly { text: string; says: string }[] = [
  { text: "time=0.5s", says: "time for each move; without it the clock of the match decides" },
  { text: "iterations=1000", says: "stop after so many iterations: the same strength on every machine" },
  { text: "states=100000", says: "stop after so many states were generated" },
  { text: "ponder", says: "search on while others think" },
  { text: "engine=circuit", says: "of mcts, minimax and plan: reason with this engine (auto, prover, chainer, updater, circuit)" },
  { text: "select=…", says: "of mcts: ucb1, ucb1-tuned, rave, grave or adaptive-rave, with settings such as c=0.7" },
  { text: "playout=…", says: "of mcts: uniform, mast, nst or nested, with settings such as epsilon=0.1" },
  { text: "lanes", says: "of mcts: bit-sliced playouts of many leaves at once, where the game fits into a circuit" },
  { text: "decide=visits", says: "of mcts: play the most visited move; or value, or knowledge" },
  { text: "threads=2", says: "of mcts: tree parallelisation with so many threads" },
  { text: "depth=4", says: "of minimax: depth limit" },
];

function Offered() {
  const info = createLoad(() => null, loadInfo);
  return (
    <Show when={info.data()}>
      {(known) => (
        <>
          <h2>What this server offers</h2>
          <ul>
            <For each={known().strategies}>
              {(strategy) => (
                <li>
                  <b>{strategy.title}</b> <code>{strategy.text}</code>: {strategy.summary}
                </li>
              )}
            </For>
          </ul>
        </>
      )}
    </Show>
  );
}

export function Strategies() {
  return (
    <>
      <p>
        A strategy is written as a name with settings in brackets, and settings can have settings again:{" "}
        <code>mcts(select=rave(k=250), playout=nst(decay=0.6), time=2s)</code>. The same text works wherever a player is chosen: for a seat of a
        match, in a <A href="/tournaments">tournament</A>, and on the command line. A word that is not understood is refused with the nearest one
        that is.
      </p>
      <For each={kStrategies}>
        {(entry) => (
          <section>
            <h2>
              <code>{entry.name}</code>
            </h2>
            <p>{entry.says}</p>
            <ul class="strategy-examples">
              <For each={entry.examples}>
                {(example) => (
                  <li>
                    <code>{example}</code>
                  </li>
                )}
              </For>
            </ul>
          </section>
        )}
      </For>
      <h2>Settings</h2>
      <div class="scroll-x">
        <table>
          <tbody>
            <For each={kSettings}>
              {(setting) => (
                <tr>
                  <th scope="row">
                    <code>{setting.text}</code>
                  </th>
                  <td>{setting.says}</td>
                </tr>
              )}
            </For>
          </tbody>
        </table>
      </div>
      <Offered />
      <h2>On the command line</h2>
      <p>
        <code>agon match connectfour -p auto -p 'mcts(iterations=500)' --games 100</code> plays a series and tells who is better;{" "}
        <code>agon search othello --explain</code> says what <code>auto</code> picks for a game, and why.
      </p>
    </>
  );
}
