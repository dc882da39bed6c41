// Who plays: colour, name, whose turn it is, and what each of them has and holds.
import { createMemo, For, Show } from "solid-js";
import type { Hint, Position, Structure } from "../api/types";
import { roleColours } from "./colours";
import { Counters } from "./counters";
import { Hands } from "./hands";
import type { Play } from "./play";
import { prettyTerm } from "./terms";
import "./seats.css";

export interface SeatsProps {
  structure: Structure;
  position: Position;
  roles: string[];
  viewer: number[];
  play: Play;
  hint?: Hint | null | undefined;
}

export function Seats(props: SeatsProps) {
  const colours = createMemo(() => roleColours(props.roles));
  const named = createMemo(() => new Set(props.position.scene.controls.flat().map(({ role }) => role)));
  const toMove = (role: number) => !props.position.terminal && (props.position.turn[role] || named().has(props.roles[role] ?? "")) === true;
  const goal = (role: number) => props.position.goals?.[role] ?? null;
  return (
    <ul class="seats">
      <For each={props.roles}>
        {(role, r) => (
          <li class="seat" classList={{ "seat--to-move": toMove(r()), "seat--chance": role === "random" }}>
            <div class="seat__head">
              <svg class="seat__colour" viewBox="-50 -50 100 100" aria-hidden="true">
                <g class={`ink ink--${colours()[r()] ?? "grey"}`}>
                  <circle class="ink__body" r="40" />
                </g>
              </svg>
              <span class="seat__role">{prettyTerm(role, props.hint)}</span>
              <Show when={props.viewer.includes(r())}>
                <span class="seat__you">you</span>
              </Show>
              <Show when={toMove(r())}>
                <span class="seat__turn">to move</span>
              </Show>
              <Show when={goal(r()) !== null}>
                <span class="seat__goal">{goal(r())}</span>
              </Show>
            </div>
            <Counters structure={props.structure} position={props.position} role={role} hint={props.hint} />
            <Hands structure={props.structure} position={props.position} play={props.play} owner={role} hint={props.hint} />
          </li>
        )}
      </For>
    </ul>
  );
}
