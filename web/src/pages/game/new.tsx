// A new match without the way through the gallery: pick a game by name, then start.
import { useNavigate, useParams } from "@solidjs/router";
import { Match, Show, Switch } from "solid-js";
import { loadGames } from "../../matches/library";
import { createLoad } from "../../shell/load";
import { EmptyState, ErrorState, Page, Select, Spinner } from "../../ui";
import { StartForm } from "./start_form";

export default function NewMatchPage() {
  const params = useParams<{ name?: string }>();
  const navigate = useNavigate();
  const library = createLoad(() => null, loadGames);
  const playable = () => (library.data()?.games ?? []).filter((game) => game.playable).sort((a, b) => a.title.localeCompare(b.title));
  const chosen = () => playable().find((game) => game.name === params.name);
  const options = () => [{ value: "", label: "Pick a game", disabled: true }, ...playable().map((game) => ({ value: game.name, label: game.title }))];

  return (
    <Page title="New match">
      <Switch>
        <Match when={library.error()}>
          <ErrorState error={library.error()} onRetry={library.retry} />
        </Match>
        <Match when={library.loading()}>
          <Spinner label="Loading the library" />
        </Match>
        <Match when={true}>
          <div class="card stack">
            <Select
              label="Game"
              value={chosen()?.name ?? ""}
              options={options()}
              onChange={(name) => navigate(`/new/${encodeURIComponent(name)}`, { replace: true })}
            />
            <Show when={chosen()} keyed fallback={<EmptyState title={params.name ? `There is no game '${params.name}' to play here.` : "Which game shall it be?"} />}>
              {(game) => <StartForm game={game} />}
            </Show>
          </div>
        </Match>
      </Switch>
    </Page>
  );
}
