// The form that starts a tournament. It says how many matches will be played before anybody starts hours of work by accident.

import { createMemo, createSignal, For, Index, Show } from "solid-js";
import { api } from "../../api/client";
import type { GameSummary, Info } from "../../api/types";
import { Button, Checkbox, Dialog, Field, toastFailure } from "../../ui";
import { GamePicker } from "./game_picker";
import { keepOwner } from "./owners";
import { duration, plannedMatches } from "./standings";

export interface NewTournamentProps {
  open: boolean;
  games: readonly GameSummary[];
  info: Info;
  onClose: () => void;
  onCreated: (id: string) => void;
}

// A guess, for games whose length is not known.
const kTypicalLength = 40;

function whole(text: string, least: number, most: number): number | null {
  const value = Number(text);
  return Number.isInteger(value) && value >= least && value <= most ? value : null;
}

function seconds(text: string): number | null {
  const value = Number(text);
  return text.trim() !== "" && Number.isFinite(value) && value >= 0 && value <= 3600 ? value : null;
}

export function NewTournament(props: NewTournamentProps) {
  const [title, setTitle] = createSignal("");
  const [games, setGames] = createSignal<string[]>([]);
  const [players, setPlayers] = createSignal<string[]>(["auto", "random"]);
  const [rounds, setRounds] = createSignal("5");
  const [time, setTime] = createSignal("1");
  const [startTime, setStartTime] = createSignal("5");
  const [gauntlet, setGauntlet] = createSignal(false);
  const [admin, setAdmin] = createSignal("");
  const [tried, setTried] = createSignal(false);
  const [busy, setBusy] = createSignal(false);

  const suggestions = createMemo(() => props.info.strategies.map((each) => ({ value: each.text, label: each.title })));
  const chosen = createMemo(() => props.games.filter((game) => games().includes(game.name)));
  const filled = createMemo(() => players().map((text) => text.trim()).filter(Boolean));

  const problems = createMemo(() => ({
    games: games().length === 0 ? "Pick at least one game." : "",
    players: filled().length < 2 ? "At least two players are needed." : "",
    rounds: whole(rounds(), 1, 100_000) === null ? "A whole number from 1." : "",
    time: seconds(time()) === null ? "Seconds, 0 or more." : "",
    startTime: seconds(startTime()) === null ? "Seconds, 0 or more." : "",
    admin: props.info.admin_needed && admin().trim() === "" ? "This server asks for its admin token." : "",
  }));
  const error = (field: keyof ReturnType<typeof problems>) => (tried() ? problems()[field] || undefined : undefined);
  const complete = () => Object.values(problems()).every((problem) => problem === "");

  const matches = () => plannedMatches(filled().length, chosen().map((game) => game.players), whole(rounds(), 1, 100_000) ?? 0, gauntlet());
  // Every role thinks for the whole time in turn: the longest it can take, not what it will.
  const longest = () => {
    const count = chosen().length;
    const steps = chosen().reduce((sum, game) => sum + (game.mean_length ?? kTypicalLength), 0);
    return count === 0 ? 0 : matches() * ((steps / count) * (seconds(time()) ?? 0) + (seconds(startTime()) ?? 0));
  };

  const setPlayer = (index: number, text: string) => setPlayers((old) => old.map((each, at) => (at === index ? text : each)));
  let playerList!: HTMLFieldSetElement;
  const focusPlayer = (index: number) => playerList.querySelectorAll("input")[index]?.focus();
  function addPlayer() {
    setPlayers((old) => [...old, ""]);
    focusPlayer(players().length - 1);
  }
  function removePlayer(index: number) {
    setPlayers((old) => old.filter((_, at) => at !== index));
    // The button may be gone, or blocked; the keyboard goes on at the neighbour.
    focusPlayer(Math.min(index, players().length - 1));
  }

  async function start(event: Event) {
    event.preventDefault();
    setTried(true);
    if (!complete()) return;
    setBusy(true);
    try {
      const created = await api.createTournament(
        {
          title: title().trim() || `${games().length === 1 ? chosen()[0]?.title : `${games().length} games`}, ${filled().length} players`,
          games: games(),
          players: filled(),
          rounds: Number(rounds()),
          time: Number(time()),
          start_time: Number(startTime()),
          gauntlet: gauntlet(),
        },
        props.info.admin_needed ? { tokens: [admin().trim()] } : undefined,
      );
      keepOwner(created.id, created.owner);
      props.onCreated(created.id);
    } catch (failure) {
      toastFailure(failure);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog open={props.open} title="New tournament" onClose={props.onClose}>
      <form class="new-tournament" onSubmit={(event) => void start(event)} noValidate>
        <Field label="Title" autofocus value={title()} onInput={setTitle} placeholder="Made from the games if left empty" maxLength={120} />
        <GamePicker games={props.games} chosen={games()} onChange={setGames} error={error("games")} />

        <fieldset class="new-tournament__players" ref={playerList}>
          <legend class="field__label">Players</legend>
          <Index each={players()}>
            {(text, index) => (
              <div class="new-tournament__player">
                <Field
                  label={`Player ${index + 1}`}
                  hideLabel
                  value={text()}
                  onInput={(value) => setPlayer(index, value)}
                  suggestions={suggestions()}
                  placeholder="A strategy, such as mcts(time=1s)"
                  error={index === 0 ? error("players") : undefined}
                />
                <Button
                  variant="quiet"
                  size="small"
                  disabled={players().length <= 2}
                  aria-label={`Remove player ${index + 1}`}
                  onClick={() => removePlayer(index)}
                >
                  ×
                </Button>
              </div>
            )}
          </Index>
          <div class="row">
            <Button size="small" onClick={addPlayer}>
              Add a player
            </Button>
            <For each={props.info.strategies.slice(0, 5)}>
              {(strategy) => (
                <Button size="small" variant="quiet" title={strategy.summary} onClick={() => setPlayers((old) => [...old, strategy.text])}>
                  + {strategy.title}
                </Button>
              )}
            </For>
          </div>
        </fieldset>

        <div class="new-tournament__numbers">
          <Field label="Rounds" type="number" min="1" step="1" value={rounds()} onInput={setRounds} error={error("rounds")} />
          <Field label="Seconds a move" type="number" min="0" step="any" value={time()} onInput={setTime} error={error("time")} />
          <Field
            label="Seconds before the first move"
            type="number"
            min="0"
            step="any"
            value={startTime()}
            onInput={setStartTime}
            error={error("startTime")}
          />
        </div>
        <Checkbox
          label="Gauntlet"
          hint="The first player meets each other one; otherwise everybody meets everybody."
          checked={gauntlet()}
          onChange={setGauntlet}
        />
        <Show when={props.info.admin_needed}>
          <Field label="Admin token" type="password" autocomplete="off" value={admin()} onInput={setAdmin} error={error("admin")} />
        </Show>
        <div class="new-tournament__footer">
          <span class="muted small" aria-live="polite">
            <Show when={matches() > 0} fallback="In a round every two players meet in every game with every seating.">
              {matches()} matches, at most about {duration(longest())}.
            </Show>
          </span>
          <Button type="submit" variant="primary" busy={busy()}>
            Start
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
