// Matches to watch: those that are played now, kept up to date, and those that have ended. A record from a file becomes one of the latter.
import { createEffect, createMemo, createSignal, onCleanup, Show } from "solid-js";
import { api } from "../../api/client";
import { watchList } from "../../api/live";
import type { MatchSummary } from "../../api/types";
import { createLoad } from "../../shell/load";
import { Button, ButtonLink, EmptyState, ErrorState, Page, Spinner, toastFailure } from "../../ui";
import { ImportRecord } from "./import_record";
import { isLiveState, merged } from "./merge";
import { MatchTable } from "./match_table";
import "./watch.css";

const kPerPage = 30;

export default function Watch() {
  const first = createLoad(
    () => null,
    async (_, signal) => {
      const [live, ended] = await Promise.all([
        api.matches({ state: ["live"], limit: 100 }, { signal }),
        api.matches({ state: ["ended"], limit: kPerPage }, { signal }),
      ]);
      return { matches: [...live.matches, ...ended.matches], more: ended.more };
    },
  );
  const [matches, setMatches] = createSignal<MatchSummary[]>([]);
  const [more, setMore] = createSignal(false);
  const [loadingMore, setLoadingMore] = createSignal(false);

  createEffect(() => {
    const loaded = first.data();
    if (!loaded) return;
    setMatches((old) => merged(loaded.matches, old));
    setMore(loaded.more);
  });
  onCleanup(watchList((changed) => setMatches((old) => merged(old, changed))));

  const live = createMemo(() => matches().filter((match) => isLiveState(match.state)));
  const ended = createMemo(() => matches().filter((match) => !isLiveState(match.state)));

  async function loadMore() {
    const last = ended().at(-1);
    if (!last) return;
    setLoadingMore(true);
    try {
      const next = await api.matches({ state: ["ended"], limit: kPerPage, before: last.id });
      setMatches((old) => merged(next.matches, old));
      setMore(next.more);
    } catch (error) {
      toastFailure(error);
    } finally {
      setLoadingMore(false);
    }
  }

  return (
    <Page title="Watch" lead="Matches that are played on this server, now and before." actions={<ImportRecord />}>
      <Show when={!first.error()} fallback={<ErrorState error={first.error()} onRetry={first.retry} />}>
        <section class="watch__section" aria-labelledby="live">
          <h2 id="live">Live</h2>
          <Show when={!first.loading() || live().length > 0} fallback={<Spinner label="Loading matches" />}>
            <Show
              when={live().length > 0}
              fallback={
                <EmptyState title="No match is being played right now." action={<ButtonLink href="/">Start a match</ButtonLink>}>
                  Let two machines play each other, or play yourself.
                </EmptyState>
              }
            >
              <MatchTable matches={live()} label="Live matches" />
            </Show>
          </Show>
        </section>
        <section class="watch__section" aria-labelledby="recent">
          <h2 id="recent">Recent</h2>
          <Show when={!first.loading()} fallback={<Spinner label="Loading matches" />}>
            <Show when={ended().length > 0} fallback={<EmptyState title="No match has ended yet." />}>
              <MatchTable matches={ended()} label="Recent matches" />
            </Show>
            <Show when={more()}>
              <Button busy={loadingMore()} onClick={() => void loadMore()}>
                Show more
              </Button>
            </Show>
          </Show>
        </section>
      </Show>
    </Page>
  );
}
