// What went wrong, by player. Late and illegal moves were replaced by random ones; a crash loses the match.

import { For, Show } from "solid-js";
import type { Faults, TournamentResult } from "./result";
import { playerNames } from "./standings";

const kColumns: readonly { field: Exclude<keyof Faults, "trouble">; label: string }[] = [
  { field: "late", label: "Late" },
  { field: "illegal", label: "Illegal" },
  { field: "errors", label: "Failed moves" },
  { field: "crashes", label: "Crashed" },
  { field: "missing_goals", label: "No goal value" },
];

export function faulty(faults: Faults): boolean {
  return kColumns.some((column) => faults[column.field] > 0) || faults.trouble !== "";
}

export function FaultsTable(props: { result: TournamentResult }) {
  const names = () => playerNames(props.result.players.map((player) => player.strategy));
  const rows = () => props.result.players.map((player, index) => ({ player, name: names()[index] })).filter(({ player }) => faulty(player.faults));
  return (
    <Show when={rows().length > 0} fallback={<p class="muted">None: every move came in time and was legal.</p>}>
      <div class="scroll-x">
        <table>
          <thead>
            <tr>
              <th scope="col">Player</th>
              <For each={kColumns}>{(column) => <th scope="col">{column.label}</th>}</For>
              <th scope="col">What it said</th>
            </tr>
          </thead>
          <tbody>
            <For each={rows()}>
              {({ player, name }) => (
                <tr>
                  <th scope="row">
                    <code>{name}</code>
                  </th>
                  <For each={kColumns}>{(column) => <td class="number">{player.faults[column.field] || "–"}</td>}</For>
                  <td class="small">{player.faults.trouble}</td>
                </tr>
              )}
            </For>
          </tbody>
        </table>
      </div>
    </Show>
  );
}
