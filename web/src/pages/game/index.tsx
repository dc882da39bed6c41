// The page of one game: what it is, what is known about it, its start position and rules, and the form to play it.
import { useParams } from "@solidjs/router";
import { For, Match, Show, Switch } from "solid-js";
import type { Game } from "../../api/types";
import { GameView } from "../../board";
import { loadGame } from "../../matches/library";
import { createLoad } from "../../shell/load";
import { Badge, ButtonLink, CopyButton, ErrorState, Page, Spinner } from "../../ui";
import "./game.css";
import { KnownPanel } from "./known_panel";
import { StartForm } from "./start_form";

const kDialects: Record<Game["dialect"], string> = {
  gdl: "GDL: everybody sees everything",
  gdl2: "GDL-II: hidden information and chance",
  rtgdl: "Real-time GDL",
  arithmetic: "GDL with arithmetic",
};

const count = new Intl.NumberFormat("en");

function Known(props: { game: Game }) {
  return (
    <dl class="known">
      <dt>Roles</dt>
      <dd>{props.game.roles.join(", ")}</dd>
      <dt>Language</dt>
      <dd>{kDialects[props.game.dialect]}</dd>
      <Show when={props.game.mean_length !== null}>
        <dt>Typical length</dt>
        <dd>{Math.round(props.game.mean_length!)} steps in random play</dd>
      </Show>
      <Show when={props.game.value}>
        {(value) => (
          <>
            <dt>Value with best play</dt>
            <dd>
              {props.game.roles
                .filter((role) => role !== "random" || value().length === props.game.roles.length)
                .map((role, index) => `${role} ${value()[index] ?? "?"}`)
                .join(", ")}
              <Show when={props.game.value_source}>
                <span class="small muted"> ({props.game.value_source})</span>
              </Show>
            </dd>
          </>
        )}
      </Show>
      <Show when={props.game.perft.length > 0}>
        <dt>Move sequences (perft)</dt>
        <dd>
          <ol class="known__perft">
            <For each={props.game.perft}>{(nodes) => <li>{count.format(nodes)}</li>}</For>
          </ol>
        </dd>
      </Show>
    </dl>
  );
}

function StartPosition(props: { game: Game }) {
  return (
    <Show
      when={props.game.structure && props.game.position}
      fallback={<p class="muted">There is no drawing of this game. {props.game.problem}</p>}
    >
      <GameView structure={props.game.structure!} position={props.game.position!} roles={props.game.roles} viewer={[]} hint={props.game.hint} disabled />
    </Show>
  );
}

function Rules(props: { game: Game }) {
  return (
    <details class="card rules">
      <summary>Rules</summary>
      <div class="row rules__actions">
        <ButtonLink href={`/studio?game=${encodeURIComponent(props.game.name)}`} size="small">
          Open in Studio
        </ButtonLink>
        <CopyButton text={props.game.rules} />
      </div>
      <pre class="rules__text" tabIndex={0}>
        {props.game.rules}
      </pre>
    </details>
  );
}

function Content(props: { game: Game }) {
  return (
    <div class="game-page">
      <section class="game-page__board" aria-label="Start position">
        <StartPosition game={props.game} />
      </section>
      <div class="stack">
        <section class="card" aria-labelledby="start">
          <h2 id="start">Play</h2>
          <StartForm game={props.game} />
        </section>
        <section class="card" aria-labelledby="about">
          <h2 id="about">About</h2>
          <For each={props.game.description.split(/\n\s*\n/)}>{(paragraph) => <p>{paragraph}</p>}</For>
          <div class="row game-page__tags">
            <For each={props.game.tags}>{(tag) => <Badge>{tag}</Badge>}</For>
          </div>
          <Known game={props.game} />
        </section>
      </div>
      <Show when={props.game.playable}>
        <KnownPanel game={props.game} />
      </Show>
      <Rules game={props.game} />
    </div>
  );
}

export default function GamePage() {
  const params = useParams<{ name: string }>();
  const game = createLoad(() => params.name, loadGame);
  return (
    <Page title={game.data()?.title ?? params.name} lead={game.data()?.summary}>
      <Switch>
        <Match when={game.error()}>
          <ErrorState error={game.error()} onRetry={game.retry} action={<ButtonLink href="/">To the games</ButtonLink>} />
        </Match>
        <Match when={game.data()} keyed>
          {(it) => <Content game={it} />}
        </Match>
        <Match when={game.loading()}>
          <Spinner label="Loading the game" />
        </Match>
      </Switch>
    </Page>
  );
}
