// Everybody against everybody: the row's points against the column, as a colour and in numbers.

import { For, Show } from "solid-js";
import type { TournamentResult } from "./result";
import { meeting, playerNames, ranking, shade } from "./standings";

const points = (value: number) => (Number.isInteger(value) ? String(value) : value.toFixed(1));

function Cell(props: { result: TournamentResult; row: number; column: number }) {
  const met = () => meeting(props.result, props.row, props.column);
  return (
    <Show when={props.row !== props.column && met()} fallback={<td class="crosstable__none">{props.row === props.column ? "" : "–"}</td>}>
      {(each) => (
        <td
          class={`crosstable__cell crosstable__cell--${shade(each().points / each().games)}`}
          title={`${each().wins} won, ${each().draws} drawn, ${each().losses} lost`}
        >
          <b>{points(each().points)}</b>
          <span class="crosstable__games"> / {each().games}</span>
        </td>
      )}
    </Show>
  );
}

export function Crosstable(props: { result: TournamentResult }) {
  const order = () => ranking(props.result.players);
  const names = () => playerNames(props.result.players.map((player) => player.strategy));
  return (
    <div class="scroll-x">
      <table class="crosstable">
        <caption class="visually-hidden">Points of the row's player against the column's</caption>
        <thead>
          <tr>
            <th scope="col">Player</th>
            <For each={order()}>
              {(column, rank) => (
                <th scope="col" title={names()[column]}>
                  {rank() + 1}
                </th>
              )}
            </For>
            <th scope="col">Points</th>
          </tr>
        </thead>
        <tbody>
          <For each={order()}>
            {(row, rank) => {
              const player = () => props.result.players[row];
              return (
                <tr>
                  <th scope="row" class="crosstable__player">
                    {rank() + 1}. <code>{names()[row]}</code>
                  </th>
                  <For each={order()}>{(column) => <Cell result={props.result} row={row} column={column} />}</For>
                  <td class="crosstable__sum">
                    {points((player()?.wins ?? 0) + (player()?.draws ?? 0) / 2)}
                    <span class="crosstable__games"> / {player()?.games ?? 0}</span>
                  </td>
                </tr>
              );
            }}
          </For>
        </tbody>
      </table>
    </div>
  );
}
