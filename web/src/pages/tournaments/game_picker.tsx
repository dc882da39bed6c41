// Games for a tournament, picked from the library with a search.

import { createMemo, createSignal, For, Show } from "solid-js";
import type { GameSummary } from "../../api/types";
import { Field } from "../../ui";
import { searchGames } from "./search_games";

export interface GamePickerProps {
  games: readonly GameSummary[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
  error?: string;
}

const kShown = 40;

export function GamePicker(props: GamePickerProps) {
  const [query, setQuery] = createSignal("");
  const found = createMemo(() => searchGames(props.games, query()));
  const has = (name: string) => props.chosen.includes(name);
  const toggle = (name: string) => props.onChange(has(name) ? props.chosen.filter((each) => each !== name) : [...props.chosen, name]);
  const title = (name: string) => props.games.find((game) => game.name === name)?.title ?? name;

  return (
    <div class="game-picker">
      <Field
        label="Games"
        type="search"
        placeholder="Search by name, tag or number of players"
        value={query()}
        onInput={setQuery}
        error={props.error}
      />
      <Show when={props.chosen.length > 0}>
        <ul class="game-picker__chosen" aria-label="Chosen games">
          <For each={props.chosen}>
            {(name) => (
              <li>
                <button type="button" class="game-picker__chip" aria-label={`Remove ${title(name)}`} onClick={() => toggle(name)}>
                  {title(name)} <span aria-hidden="true">×</span>
                </button>
              </li>
            )}
          </For>
        </ul>
      </Show>
      <ul class="game-picker__list">
        <For each={found().slice(0, kShown)} fallback={<li class="muted small">No game matches “{query()}”.</li>}>
          {(game) => (
            <li>
              <label class="game-picker__game">
                <input type="checkbox" checked={has(game.name)} onChange={() => toggle(game.name)} />
                <span>
                  {game.title}
                  <span class="muted small"> {game.players === 1 ? "one player" : `${game.players} players`}</span>
                </span>
              </label>
            </li>
          )}
        </For>
      </ul>
      <Show when={found().length > kShown}>
        <p class="muted small">{found().length - kShown} more; type to narrow the list.</p>
      </Show>
    </div>
  );
}
