// The gallery: every game of the library with its drawn start position.
import { useSearchParams } from "@solidjs/router";
import { createMemo, createSignal, For, Match, Show, Switch } from "solid-js";
import type { GameSummary } from "../../api/types";
import { loadGames } from "../../matches/library";
import { createLoad } from "../../shell/load";
import { Button, EmptyState, ErrorState, Page, Spinner } from "../../ui";
import { StartDialog } from "../game/start_dialog";
import { FilterBar } from "./filter_bar";
import { kinds, readFilters, selectGames, writeFilters, type Filters } from "./filters";
import { GameCard } from "./game_card";
import "./games.css";
import { createGrowing } from "./growing";

// As many as are loaded at a time, and in every window.
const kSurelySeen = 4;

export default function Games() {
  const library = createLoad(() => null, loadGames);
  const [query, setQuery] = useSearchParams();
  const [starting, setStarting] = createSignal<GameSummary | null>(null);
  const filters = createMemo(() => readFilters(query));
  const games = () => library.data()?.games ?? [];
  const chosen = createMemo(() => selectGames(games(), filters()));
  const shown = createGrowing(chosen);
  const change = (part: Partial<Filters>) => setQuery(writeFilters({ ...filters(), ...part }), { replace: true, scroll: false });
  let search!: HTMLFormElement;
  function reset() {
    setQuery(writeFilters(readFilters({})), { replace: true, scroll: false });
    // The button goes with what it was about; the keyboard goes on at the search.
    search.querySelector("input")?.focus();
  }

  return (
    <Page title="Games" lead="Pick a game and play it against the machine, against others, or watch the machine play. Each is only a page of rules.">
      <FilterBar filters={filters()} kinds={kinds(games())} onChange={change} ref={(form) => (search = form)} />
      <Switch>
        <Match when={library.error()}>
          <ErrorState error={library.error()} onRetry={library.retry} />
        </Match>
        <Match when={library.loading()}>
          <Spinner label="Loading the library" />
        </Match>
        <Match when={games().length === 0}>
          <EmptyState title="The library is empty.">The server found no rule sheets. Start it with the folder of games, or write one in the Studio.</EmptyState>
        </Match>
        <Match when={true}>
          <p class="small muted" role="status">
            {chosen().length === games().length ? `${games().length} games` : `${chosen().length} of ${games().length} games`}
          </p>
          <Show
            when={chosen().length > 0}
            fallback={
              <EmptyState title="No game fits." action={<Button onClick={reset}>Show all games</Button>}>
                Take a filter back, or search for another word.
              </EmptyState>
            }
          >
            <ul class="gallery">
              <For each={shown()}>{(game, index) => <GameCard game={game} seen={index() < kSurelySeen} onPlay={() => setStarting(game)} />}</For>
            </ul>
          </Show>
        </Match>
      </Switch>
      <StartDialog game={starting()} onClose={() => setStarting(null)} />
    </Page>
  );
}
