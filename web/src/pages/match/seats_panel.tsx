// Who sits where: name, kind, clock, faults, and at the end the goals.
import { createMemo, createSignal, For, onCleanup, Show } from "solid-js";
import type { Seat } from "../../api/types";
import { Badge } from "../../ui";
import { countdown } from "./clock";
import { RoleMark } from "./role_mark";
import type { Session } from "./session";
import { isLive, waitingFor } from "./state";

const kKinds: Record<Seat["kind"], string> = { person: "Person", strategy: "Machine", remote: "Remote", random: "Chance", record: "Record" };
const kTick = 250;
const kShort = 10_000;

function Countdown(props: { session: Session; until: number }) {
  const [own, setOwn] = createSignal(Date.now());
  const timer = setInterval(() => setOwn(Date.now()), kTick);
  onCleanup(() => clearInterval(timer));
  const now = () => props.session.skew.serverTime(own());
  return (
    <span class="match-seat__clock" classList={{ "match-seat__clock--short": props.until - now() < kShort }} role="timer">
      {countdown(props.until, now())}
    </span>
  );
}

export function SeatsPanel(props: { session: Session }) {
  const view = () => props.session.view();
  const waiting = createMemo(() => waitingFor(props.session.state()));
  const status = (seat: Seat, role: number): string => {
    if (!isLive(view())) return "";
    if (props.session.state().sent.has(role)) return "has chosen";
    if (seat.kind === "person" && !seat.connected) return "not here";
    if (!waiting()[role]) return "";
    return seat.kind === "person" ? "to move" : "thinking";
  };
  return (
    <section class="card match-seats" aria-label="Seats">
      <ul class="match-seats__list">
        <For each={view().roles}>
          {(role, index) => {
            const seat = () => view().seats[index()];
            return (
              <Show when={seat()}>
                {(it) => (
                  <li class="match-seat" classList={{ "match-seat--waiting": waiting()[index()] === true, "match-seat--own": view().viewer.includes(index()) }}>
                    <RoleMark roles={view().roles} role={index()} />
                    <span class="match-seat__role">
                      {role}
                      <Show when={view().viewer.includes(index())}>
                        <Badge kind="accent">You</Badge>
                      </Show>
                    </span>
                    <span class="match-seat__name">{it().name || kKinds[it().kind]}</span>
                    <span class="match-seat__status">
                      <Show when={it().faults > 0}>
                        <Badge kind="danger" title="Late or illegal moves that were replaced">
                          {it().faults === 1 ? "1 fault" : `${it().faults} faults`}
                        </Badge>
                      </Show>
                      <span class="small muted">{status(it(), index())}</span>
                      <Show when={waiting()[index()] && view().clock?.until}>{(until) => <Countdown session={props.session} until={until()} />}</Show>
                      <Show when={view().goals?.[index()] !== undefined && role !== "random"}>
                        <strong class="match-seat__goal">{view().goals?.[index()] ?? "–"}</strong>
                      </Show>
                    </span>
                  </li>
                )}
              </Show>
            );
          }}
        </For>
      </ul>
    </section>
  );
}
