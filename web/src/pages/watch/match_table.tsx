import { A } from "@solidjs/router";
import { For, Show } from "solid-js";
import type { MatchSummary } from "../../api/types";
import { keptMatch } from "../../matches/seats";
import { momentText } from "../../shell/moment";
import { Badge } from "../../ui";
import { isLiveState } from "./merge";

function address(match: MatchSummary): string {
  const plays = isLiveState(match.state) && keptMatch(match.id).seats.some((seat) => seat.mine);
  return `/${plays ? "play" : "watch"}/${encodeURIComponent(match.id)}`;
}

function goalOf(match: MatchSummary, role: string): string {
  const goal = match.goals?.[match.roles.indexOf(role)];
  return goal === undefined ? "" : ` ${goal ?? "–"}`;
}

/** Matches as rows; the whole row leads to the match. */
export function MatchTable(props: { matches: readonly MatchSummary[]; label: string }) {
  return (
    <ul class="matches" aria-label={props.label}>
      <For each={props.matches}>
        {(match) => (
          <li class="matches__row">
            <div class="matches__what">
              <A href={address(match)} class="matches__title">
                {match.title || match.game || "Match"}
              </A>
              <span class="small muted">{momentText(match.created_at)}</span>
            </div>
            <div class="matches__who">
              <For each={match.seats.filter((seat) => seat.kind !== "random")}>
                {(seat) => (
                  <span>
                    <span class="muted">{seat.role}</span> {seat.name || seat.kind}
                    <strong>{goalOf(match, seat.role)}</strong>
                  </span>
                )}
              </For>
            </div>
            <div class="matches__state">
              <Show when={isLiveState(match.state)} fallback={<Badge kind={match.state === "aborted" ? "warning" : "plain"}>{match.state === "aborted" ? "Ended early" : "Ended"}</Badge>}>
                <Badge kind="success">Live</Badge>
              </Show>
              <span class="small muted">step {match.step}</span>
            </div>
          </li>
        )}
      </For>
    </ul>
  );
}
