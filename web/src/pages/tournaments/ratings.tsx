// Elo with its intervals on one common scale: two players whose intervals overlap widely are not told apart by these games.

import { createSignal, For, onCleanup, onMount, Show } from "solid-js";
import type { Estimate, TournamentResult } from "./result";
import { eloScale, labelledTicks, playerNames, ranking, type Scale, signed, timeTaken } from "./standings";

function Interval(props: { scale: Scale; elo: Estimate }) {
  const at = (value: number) => `${props.scale.place(value)}%`;
  return (
    <svg
      class="ratings__plot"
      role="img"
      aria-label={`Elo ${signed(props.elo.value)}, between ${signed(props.elo.low)} and ${signed(props.elo.high)}`}
    >
      <For each={props.scale.ticks}>
        {(tick) => <line class="ratings__tick" classList={{ "ratings__tick--zero": tick === 0 }} x1={at(tick)} x2={at(tick)} y1="0" y2="100%" />}
      </For>
      <line class="ratings__range" x1={at(props.elo.low)} x2={at(props.elo.high)} y1="50%" y2="50%" />
      <line class="ratings__end" x1={at(props.elo.low)} x2={at(props.elo.low)} y1="32%" y2="68%" />
      <line class="ratings__end" x1={at(props.elo.high)} x2={at(props.elo.high)} y1="32%" y2="68%" />
      <circle class="ratings__dot" cx={at(props.elo.value)} cy="50%" r="5" />
    </svg>
  );
}

function Axis(props: { scale: Scale }) {
  const [width, setWidth] = createSignal(0);
  let axis!: SVGSVGElement;
  onMount(() => {
    const observer = new ResizeObserver((entries) => setWidth(Math.floor(entries[0]?.contentRect.width ?? 0)));
    observer.observe(axis);
    onCleanup(() => observer.disconnect());
  });
  return (
    <svg class="ratings__axis" aria-hidden="true" ref={axis}>
      <For each={labelledTicks(props.scale, width())}>
        {(tick) => (
          <text x={`${props.scale.place(tick)}%`} y="12" text-anchor="middle">
            {signed(tick)}
          </text>
        )}
      </For>
    </svg>
  );
}

export function Ratings(props: { result: TournamentResult }) {
  const names = () => playerNames(props.result.players.map((player) => player.strategy));
  const scale = () => eloScale(props.result.players.flatMap((player) => (player.elo ? [player.elo] : [])));
  return (
    <>
      <div class="scroll-x">
        <table class="ratings">
          <thead>
            <tr>
              <th scope="col">Player</th>
              <th scope="col">Elo</th>
              <th scope="col" class="ratings__plot-head">
                <Axis scale={scale()} />
              </th>
              <th scope="col">Won / drawn / lost</th>
              <th scope="col" title="Mean goal of the rules, 0 to 100">
                Mean goal
              </th>
              <th scope="col">A move takes</th>
            </tr>
          </thead>
          <tbody>
            <For each={ranking(props.result.players)}>
              {(index) => {
                const player = () => props.result.players[index]!;
                return (
                  <tr>
                    <th scope="row">
                      <code>{names()[index]}</code>
                    </th>
                    <td class="number">{player().elo ? signed(player().elo!.value) : "–"}</td>
                    <td class="ratings__plot-cell">
                      <Show when={player().elo}>{(elo) => <Interval scale={scale()} elo={elo()} />}</Show>
                    </td>
                    <td class="number">
                      {player().wins} / {player().draws} / {player().losses}
                    </td>
                    <td class="number">{player().score?.value.toFixed(1) ?? "–"}</td>
                    <td class="number">{player().seconds ? timeTaken(player().seconds!.value) : "–"}</td>
                  </tr>
                );
              }}
            </For>
          </tbody>
        </table>
      </div>
      <p class="small muted">
        Intervals of 95 %. Zero is the mean of all players.
        <Show when={props.result.assumed_draws}>
          {" "}
          Somebody has won or lost everything against the rest: one draw between every two players was assumed to keep Elo finite.
        </Show>
      </p>
    </>
  );
}
