// Single matches of a tournament, newest first.

import { For, Show } from "solid-js";
import type { PlayedGame } from "./result";
import { timeTaken } from "./standings";

const kEnds: Record<string, string> = { terminal: "", forfeit: "forfeit" };

function outcome(game: PlayedGame): string {
  const end = kEnds[game.end] ?? game.end;
  if (end) return end;
  return game.finished ? "" : "unfinished";
}

export function PlayedGames(props: { games: readonly PlayedGame[] }) {
  const newestFirst = () => [...props.games].sort((a, b) => b.id - a.id);
  return (
    <div class="scroll-x">
      <table class="played-games">
        <thead>
          <tr>
            <th scope="col">#</th>
            <th scope="col">Game</th>
            <th scope="col">Players and goals, in the order of the seats</th>
            <th scope="col">Steps</th>
            <th scope="col">Took</th>
            <th scope="col">Remarks</th>
          </tr>
        </thead>
        <tbody>
          <For each={newestFirst()}>
            {(game) => (
              <tr>
                <td class="number muted">{game.id + 1}</td>
                <td>{game.game}</td>
                <td>
                  <For each={game.strategies}>
                    {(strategy, seat) => (
                      <span class="played-games__seat">
                        <code>{strategy}</code> <b>{game.goals[seat()] ?? "–"}</b>
                      </span>
                    )}
                  </For>
                </td>
                <td class="number">{game.length}</td>
                <td class="number">{timeTaken(game.wall_seconds)}</td>
                <td class="small">
                  {outcome(game)}
                  <Show when={game.faults.length > 0 || game.trouble}>
                    <span class="tournament-problem"> {[...game.faults, game.trouble].filter(Boolean).join("; ")}</span>
                  </Show>
                </td>
              </tr>
            )}
          </For>
        </tbody>
      </table>
    </div>
  );
}
