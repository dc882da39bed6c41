// How far a tournament is: a bar, the count, and the time left.

import { Show } from "solid-js";
import type { TournamentSummary } from "../../api/types";
import { Badge, type BadgeKind } from "../../ui";
import { duration } from "./standings";

const kKinds: Record<TournamentSummary["state"], BadgeKind> = { running: "accent", ended: "success", stopped: "warning", failed: "danger" };

export function StateBadge(props: { state: TournamentSummary["state"] }) {
  return <Badge kind={kKinds[props.state]}>{props.state}</Badge>;
}

export function Progress(props: { tournament: TournamentSummary }) {
  return (
    <div class="tournament-progress">
      <progress
        max={Math.max(1, props.tournament.total)}
        value={props.tournament.done}
        aria-label={`Games of ${props.tournament.title}`}
      />
      <span class="small muted">
        {props.tournament.done} of {props.tournament.total} games
        <Show when={props.tournament.state === "running" && props.tournament.seconds_left !== null}>
          , about {duration(props.tournament.seconds_left ?? 0)} left
        </Show>
      </span>
    </div>
  );
}
