// The form to start a match. On the gallery it is a dialog, on the page of a game it stands beside the board.
import { useNavigate } from "@solidjs/router";
import { createSignal, For, Show } from "solid-js";
import { createStore } from "solid-js/store";
import { describeFailure } from "../../api/client";
import type { GameSummary } from "../../api/types";
import { loadInfo } from "../../matches/library";
import { startMatch } from "../../matches/start";
import { createLoad } from "../../shell/load";
import { readText, writeText } from "../../shell/storage";
import { Button, Checkbox, Field, Select } from "../../ui";
import "./start_form.css";
import { defaultChoice, needsAdmin, players, problemsOf, seatOfValue, seatOptions, seatValue, startOrder, type SeatChoice } from "./start_model";

const kNameKey = "agon.name";

function SeatRow(props: { role: string; seat: SeatChoice; options: { value: string; label: string }[]; problem: string | undefined; onChange: (seat: SeatChoice) => void }) {
  return (
    <div class="start-form__seat">
      <Select label={props.role} value={seatValue(props.seat)} options={props.options} onChange={(value) => props.onChange(seatOfValue(value))} />
      <Show when={props.seat.typed}>
        <Field
          label={props.seat.kind === "remote" ? "Address" : "Strategy"}
          value={props.seat.text}
          placeholder={props.seat.kind === "remote" ? "http://localhost:9147" : "mcts(time=2s)"}
          error={props.problem}
          spellcheck={false}
          autocapitalize="off"
          onInput={(text) => props.onChange({ ...props.seat, text })}
        />
      </Show>
    </div>
  );
}

export interface StartFormProps {
  game: GameSummary;
  /** The form is all there is to do: Enter starts the match. */
  autofocus?: boolean;
}

export function StartForm(props: StartFormProps) {
  const navigate = useNavigate();
  // Without the lists of the server there are still people, the automatic player and typed texts.
  const info = createLoad(() => null, loadInfo).data;
  const roles = () => players(props.game.roles);
  const [choice, setChoice] = createStore(defaultChoice(roles().length, readText(kNameKey) ?? ""));
  const [tried, setTried] = createSignal(false);
  const [busy, setBusy] = createSignal(false);
  const [admin, setAdmin] = createSignal("");
  const [failure, setFailure] = createSignal<{ message: string; hint: string } | null>(null);
  const problems = () => (tried() ? problemsOf(choice) : null);
  const plays = () => choice.seats.some((seat) => seat.kind === "me");

  async function start() {
    setTried(true);
    if (problemsOf(choice)) return;
    setBusy(true);
    setFailure(null);
    writeText(kNameKey, choice.name.trim() || null);
    const { request, mine } = startOrder(props.game, choice);
    try {
      navigate(await startMatch(request, mine, needsAdmin(info(), choice) ? { tokens: [admin()] } : undefined));
    } catch (error) {
      setFailure(describeFailure(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <form
      class="start-form"
      onSubmit={(event) => {
        event.preventDefault();
        void start();
      }}
    >
      <div class="start-form__seats">
        <For each={roles()}>
          {(role, index) => (
            <SeatRow
              role={role}
              seat={choice.seats[index()] ?? seatOfValue("me")}
              options={seatOptions(info())}
              problem={problems()?.seats[index()]}
              onChange={(seat) => setChoice("seats", index(), seat)}
            />
          )}
        </For>
      </div>
      <Show when={needsAdmin(info(), choice)}>
        <Field
          label="Admin token"
          type="password"
          autocomplete="off"
          hint="This server asks for it before it talks to an address that is not on its list."
          value={admin()}
          onInput={setAdmin}
        />
      </Show>
      <details class="start-form__more">
        <summary>Clocks and more</summary>
        <div class="stack">
          <Show when={plays()}>
            <Field label="Your name" value={choice.name} maxLength={40} autocomplete="nickname" onInput={(name) => setChoice("name", name)} />
          </Show>
          <Checkbox label="Play with clocks" hint="Without them people think as long as they like." checked={choice.clocks} onChange={(clocks) => setChoice("clocks", clocks)} />
          <Show when={choice.clocks}>
            <div class="start-form__clocks">
              <Field
                label="Before the first move, seconds"
                inputmode="numeric"
                value={choice.startClock}
                error={problems()?.startClock}
                onInput={(startClock) => setChoice("startClock", startClock)}
              />
              <Field
                label="For each move, seconds"
                inputmode="numeric"
                value={choice.playClock}
                error={problems()?.playClock}
                onInput={(playClock) => setChoice("playClock", playClock)}
              />
            </div>
          </Show>
          <Checkbox label="Casual: moves can be taken back" checked={choice.casual} onChange={(casual) => setChoice("casual", casual)} />
          <Checkbox label="Show the machine's thinking" checked={choice.thoughts} onChange={(thoughts) => setChoice("thoughts", thoughts)} />
          <Checkbox
            label="Scramble names"
            hint="Players get the rules with all names replaced, so that none can rely on knowing the game."
            checked={choice.scramble}
            onChange={(scramble) => setChoice("scramble", scramble)}
          />
        </div>
      </details>
      <Show when={failure()}>
        {(it) => (
          <p class="start-form__failure" role="alert">
            {it().message} {it().hint}
          </p>
        )}
      </Show>
      <Button type="submit" variant="primary" busy={busy()} disabled={!props.game.playable} autofocus={props.autofocus}>
        {plays() ? "Start" : "Start and watch"}
      </Button>
      <Show when={!props.game.playable}>
        <p class="small muted">This server cannot play games of this kind yet.</p>
      </Show>
    </form>
  );
}
