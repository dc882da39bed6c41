// One tournament: how far it is, who leads, game by game, what went wrong, and the laboratory's own report.

import { useParams } from "@solidjs/router";
import { createEffect, createMemo, createResource, createSignal, onCleanup, Show } from "solid-js";
import { api } from "../../api/client";
import { watchTournament } from "../../api/live";
import type { Tournament } from "../../api/types";
import { Button, ButtonLink, Dialog, EmptyState, ErrorState, Field, Page, Spinner, toast, toastFailure } from "../../ui";
import { Crosstable } from "./crosstable";
import { FaultsTable } from "./faults_table";
import { GamesTable } from "./games_table";
import { ownerToken } from "./owners";
import { PlayedGames } from "./played_games";
import { Progress, StateBadge } from "./progress";
import { Ratings } from "./ratings";
import { readPlayedGame, readResult } from "./result";
import "./tournaments.css";

function StopButton(props: { tournament: Tournament }) {
  const [asking, setAsking] = createSignal(false);
  const [busy, setBusy] = createSignal(false);
  const [token, setToken] = createSignal(ownerToken(props.tournament.id) ?? "");
  const known = () => ownerToken(props.tournament.id) !== null;

  async function stop() {
    setBusy(true);
    try {
      await api.stopTournament(props.tournament.id, token().trim() ? { tokens: [token().trim()] } : undefined);
      setAsking(false);
      toast("The tournament stops; what was played stays.");
    } catch (error) {
      toastFailure(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <Button variant="danger" onClick={() => setAsking(true)}>
        Stop
      </Button>
      <Dialog
        open={asking()}
        title="Stop this tournament?"
        onClose={() => setAsking(false)}
        footer={
          <>
            <Button onClick={() => setAsking(false)}>Keep playing</Button>
            <Button variant="danger" busy={busy()} onClick={() => void stop()}>
              Stop it
            </Button>
          </>
        }
      >
        <p>The match that is being played is dropped. All results so far are kept.</p>
        <Show when={!known()}>
          <Field
            label="Token of the tournament or of the administrator"
            hint="It was started in another browser, so this one does not have its token."
            type="password"
            autocomplete="off"
            value={token()}
            onInput={setToken}
          />
        </Show>
      </Dialog>
    </>
  );
}

function Results(props: { tournament: Tournament }) {
  const result = createMemo(() => readResult(props.tournament.result));
  const recent = createMemo(() => props.tournament.recent.map(readPlayedGame));
  return (
    <Show
      when={result()}
      fallback={
        <EmptyState title={props.tournament.state === "running" ? "The first match is being played." : "No match was finished."}>
          {props.tournament.state === "running" ? "Results appear here as they come in." : props.tournament.problem}
        </EmptyState>
      }
    >
      {(ready) => (
        <>
          <section class="card">
            <h2>Ratings</h2>
            <Ratings result={ready()} />
          </section>
          <section class="card">
            <h2>Crosstable</h2>
            <Crosstable result={ready()} />
          </section>
          <section class="card">
            <h2>Game by game</h2>
            <GamesTable result={ready()} recent={recent()} />
          </section>
          <section class="card">
            <h2>Faults</h2>
            <FaultsTable result={ready()} />
          </section>
          <Show when={recent().length > 0}>
            <section class="card">
              <h2>Last matches</h2>
              <PlayedGames games={recent()} />
            </section>
          </Show>
        </>
      )}
    </Show>
  );
}

// The report is a whole page with its own styles and scripts, so it gets a frame without rights.
function Report(props: { tournament: Tournament }) {
  const [shown, setShown] = createSignal(false);
  const address = () => api.tournamentReport(props.tournament.id);
  return (
    <section class="card">
      <div class="row tournament-report__head">
        <h2>Report of the laboratory</h2>
        <div class="row">
          <Button size="small" aria-expanded={shown()} onClick={() => setShown((old) => !old)}>
            {shown() ? "Hide" : "Show"}
          </Button>
          <ButtonLink size="small" variant="quiet" href={address()} external download={`tournament-${props.tournament.id}.html`}>
            Download
          </ButtonLink>
        </div>
      </div>
      <Show when={shown()}>
        <iframe class="tournament-report__frame" title="Report of the laboratory" src={address()} sandbox="" loading="lazy" />
      </Show>
    </section>
  );
}

export default function OneTournament() {
  const params = useParams<{ id: string }>();
  const [tournament, { refetch, mutate }] = createResource(() => params.id, (id) => api.tournament(id));
  const current = () => (tournament.error ? undefined : tournament.latest);

  // A tournament that is not there is not watched: the server would refuse it a second time.
  const known = createMemo(() => current()?.id);
  createEffect(() => {
    const id = known();
    if (id !== undefined) onCleanup(watchTournament(id, (changed) => mutate(() => changed)));
  });

  return (
    <Show
      when={!tournament.error}
      fallback={
        <Page title="Tournament">
          <ErrorState
            error={tournament.error}
            onRetry={() => void refetch()}
            action={<ButtonLink href="/tournaments">To the tournaments</ButtonLink>}
          />
        </Page>
      }
    >
      <Show when={current()} fallback={<Spinner label="Loading the tournament" />}>
        {(ready) => (
          <Page
            title={ready().title || "Tournament"}
            lead={
              <>
                <StateBadge state={ready().state} /> {ready().games.join(", ")}; {ready().rounds} rounds, {ready().time} s a move
              </>
            }
            actions={
              <Show when={ready().state === "running"}>
                <StopButton tournament={ready()} />
              </Show>
            }
          >
            <div class="stack tournament-page">
              <Progress tournament={ready()} />
              <Show when={ready().problem && ready().result}>
                <p class="tournament-problem" role="alert">
                  {ready().problem}
                </p>
              </Show>
              <Results tournament={ready()} />
              <Show when={ready().has_report}>
                <Report tournament={ready()} />
              </Show>
            </div>
          </Page>
        )}
      </Show>
    </Show>
  );
}
