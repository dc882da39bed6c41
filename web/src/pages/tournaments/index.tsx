// All tournaments of this server, with live progress, and the way to start one.

import { A, useNavigate } from "@solidjs/router";
import { createEffect, createMemo, createResource, createSignal, For, onCleanup, Show } from "solid-js";
import { api } from "../../api/client";
import { watchTournament } from "../../api/live";
import type { TournamentSummary } from "../../api/types";
import { momentText } from "../../shell/moment";
import { Button, EmptyState, ErrorState, Page, Spinner } from "../../ui";
import { NewTournament } from "./new_tournament";
import { Progress, StateBadge } from "./progress";
import { playerNames } from "./standings";
import "./tournaments.css";

function Entry(props: { tournament: TournamentSummary }) {
  return (
    <li class="card tournament-entry">
      <div class="tournament-entry__title">
        <A href={`/tournaments/${encodeURIComponent(props.tournament.id)}`}>{props.tournament.title || "Tournament"}</A>
        <StateBadge state={props.tournament.state} />
      </div>
      <p class="small muted">
        {momentText(props.tournament.created_at)}; {props.tournament.games.join(", ")}
      </p>
      <p class="small tournament-entry__players">{playerNames(props.tournament.players).join(" · ")}</p>
      <Progress tournament={props.tournament} />
      <Show when={props.tournament.problem}>
        <p class="small tournament-problem">{props.tournament.problem}</p>
      </Show>
    </li>
  );
}

export default function Tournaments() {
  const navigate = useNavigate();
  const [tournaments, { refetch, mutate }] = createResource(() => api.tournaments());
  const [games, { refetch: refetchGames }] = createResource(() => api.games());
  const [info, { refetch: refetchInfo }] = createResource(() => api.info());
  const [open, setOpen] = createSignal(false);

  const list = createMemo(() => (tournaments.error ? [] : (tournaments()?.tournaments ?? [])));
  const running = createMemo(() => list().filter((each) => each.state === "running").map((each) => each.id).join(" "));

  function update(changed: TournamentSummary) {
    mutate((old) => old && { ...old, tournaments: old.tournaments.map((each) => (each.id === changed.id ? changed : each)) });
  }
  // The text of ids changes only when a tournament starts or ends, so progress does not subscribe anew.
  createEffect(() => {
    const stops = running().split(" ").filter(Boolean).map((id) => watchTournament(id, update));
    onCleanup(() => stops.forEach((stop) => stop()));
  });

  // Asking for the state first keeps the page from waiting for what only the form needs.
  const form = () => {
    if (!open() || games.state !== "ready" || info.state !== "ready") return null;
    return { games: games().games, info: info() };
  };
  const start = () => {
    if (games.error) void refetchGames();
    if (info.error) void refetchInfo();
    setOpen(true);
  };

  return (
    <Page
      title="Tournaments"
      lead="Strategies against each other, in one game or many: who is better, by how much, and how sure that is."
      actions={
        <Button variant="primary" onClick={start}>
          New tournament
        </Button>
      }
    >
      <Show when={!tournaments.error} fallback={<ErrorState error={tournaments.error} onRetry={() => void refetch()} />}>
        <Show when={tournaments()} fallback={<Spinner label="Loading tournaments" />}>
          <Show
            when={list().length > 0}
            fallback={
              <EmptyState title="There has been no tournament yet." action={<Button onClick={start}>Start the first</Button>}>
                Pick games and strategies, and watch the ratings settle.
              </EmptyState>
            }
          >
            <ul class="tournament-list">
              <For each={list()}>{(tournament) => <Entry tournament={tournament} />}</For>
            </ul>
          </Show>
        </Show>
      </Show>
      <Show when={form()}>
        {(ready) => (
          <NewTournament
            open
            games={ready().games}
            info={ready().info}
            onClose={() => setOpen(false)}
            onCreated={(id) => navigate(`/tournaments/${encodeURIComponent(id)}`)}
          />
        )}
      </Show>
      <Show when={open() && (games.error || info.error)}>
        <ErrorState title="The form needs the list of games." error={games.error ?? info.error} onRetry={start} />
      </Show>
    </Page>
  );
}
