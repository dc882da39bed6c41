// The result game by game: mean goals of the players, and for the game that is picked its seats and its last matches.

import { A } from "@solidjs/router";
import { createSignal, For, Show } from "solid-js";
import type { Estimate, GameResult, PlayedGame, TournamentResult } from "./result";
import { PlayedGames } from "./played_games";
import { playerNames, shade } from "./standings";

function Score(props: { score: Estimate | null | undefined }) {
  return (
    <Show when={props.score} fallback={<td class="crosstable__none">–</td>}>
      {(score) => (
        <td
          class={`crosstable__cell crosstable__cell--${shade(score().value / 100)}`}
          title={`between ${score().low.toFixed(1)} and ${score().high.toFixed(1)}`}
        >
          {score().value.toFixed(1)}
        </td>
      )}
    </Show>
  );
}

function Details(props: { game: GameResult; recent: readonly PlayedGame[] }) {
  const played = () => props.recent.filter((each) => each.game === props.game.game);
  return (
    <section class="game-details" aria-label={`Details of ${props.game.game}`}>
      <h3>
        <A href={`/game/${encodeURIComponent(props.game.game)}`}>{props.game.game}</A>
      </h3>
      <dl class="game-details__facts">
        <For each={props.game.roles}>
          {(role, index) => (
            <div>
              <dt>{role}</dt>
              <dd>
                {props.game.by_role[index()]?.value.toFixed(1) ?? "–"} <span class="muted small">mean goal of this seat</span>
              </dd>
            </div>
          )}
        </For>
        <Show when={props.game.length}>
          {(length) => (
            <div>
              <dt>Length</dt>
              <dd>
                {length().value.toFixed(1)}{" "}
                <span class="muted small">
                  steps ({Math.max(0, length().low).toFixed(1)} to {length().high.toFixed(1)})
                </span>
              </dd>
            </div>
          )}
        </Show>
      </dl>
      <Show when={props.game.trouble}>
        <p class="tournament-problem small">{props.game.trouble}</p>
      </Show>
      <Show when={played().length > 0}>
        <PlayedGames games={played()} />
      </Show>
    </section>
  );
}

export function GamesTable(props: { result: TournamentResult; recent: readonly PlayedGame[] }) {
  const [picked, setPicked] = createSignal<string | null>(null);
  const names = () => playerNames(props.result.players.map((player) => player.strategy));
  const details = () => props.result.by_game.find((game) => game.game === picked());
  return (
    <>
      <div class="scroll-x">
        <table class="crosstable">
          <thead>
            <tr>
              <th scope="col">Game</th>
              <th scope="col">Matches</th>
              <For each={names()}>
                {(name) => (
                  <th scope="col">
                    <code>{name}</code>
                  </th>
                )}
              </For>
            </tr>
          </thead>
          <tbody>
            <For each={props.result.by_game}>
              {(game) => (
                <tr>
                  <th scope="row">
                    <button
                      type="button"
                      class="link-button"
                      aria-expanded={picked() === game.game}
                      onClick={() => setPicked((old) => (old === game.game ? null : game.game))}
                    >
                      {game.game}
                    </button>
                  </th>
                  <td class="number">
                    {game.games}
                    <Show when={game.unfinished > 0}>
                      <span class="muted small"> ({game.unfinished} unfinished)</span>
                    </Show>
                  </td>
                  <For each={props.result.players}>{(_, index) => <Score score={game.players[index()]} />}</For>
                </tr>
              )}
            </For>
          </tbody>
        </table>
      </div>
      <Show when={details()} fallback={<p class="small muted">Mean goals, 0 to 100. Pick a game for its seats and last matches.</p>}>
        {(game) => <Details game={game()} recent={props.recent} />}
      </Show>
    </>
  );
}
