// A card of the gallery. Its drawing is loaded when it comes near the window; the card has its final size from the start.
import { A } from "@solidjs/router";
import { createSignal, onCleanup, onMount, Show } from "solid-js";
import { isAbort } from "../../api/client";
import type { Game, GameSummary } from "../../api/types";
import { Thumbnail } from "../../board";
import { loadGameInTurn } from "../../matches/library";
import { Badge, Button } from "../../ui";
import { isPuzzle, isSimultaneous } from "./filters";

export interface GameCardProps {
  game: GameSummary;
  /** It is in the window from the start: its drawing need not wait until the browser has found that out. */
  seen?: boolean;
  onPlay: () => void;
}

// One observer for all cards, and a margin so that a drawing is mostly there before it is seen.
const callbacks = new WeakMap<Element, (near: boolean) => void>();
const observer = new IntersectionObserver((entries) => entries.forEach((entry) => callbacks.get(entry.target)?.(entry.isIntersecting)), {
  rootMargin: "300px",
});

function playersText(game: GameSummary): string {
  if (game.players === 1) return isPuzzle(game) ? "Puzzle" : "1 player";
  return `${game.players} players`;
}

export function GameCard(props: GameCardProps) {
  const [loaded, setLoaded] = createSignal<Game | null>(null);
  const [missing, setMissing] = createSignal(false);
  // Only a card that waits for its drawing shows that it does: what moves out of sight costs frames all the same.
  const [waiting, setWaiting] = createSignal(false);
  let card!: HTMLLIElement;
  let controller: AbortController | null = null;

  function near(isNear: boolean) {
    if (loaded() || missing()) return;
    if (!isNear) {
      setWaiting(false);
      return controller?.abort();
    }
    if (controller && !controller.signal.aborted) return;
    controller = new AbortController();
    setWaiting(true);
    loadGameInTurn(props.game.name, controller.signal).then(setLoaded, (error: unknown) => {
      if (!isAbort(error)) setMissing(true);
    });
  }

  if (props.seen) near(true);
  onMount(() => {
    callbacks.set(card, near);
    observer.observe(card);
  });
  onCleanup(() => {
    observer.unobserve(card);
    controller?.abort();
  });

  const drawing = () => {
    const game = loaded();
    return game?.structure && game.position ? { structure: game.structure, position: game.position, hint: game.hint } : null;
  };

  return (
    <li class="game-card" ref={card}>
      <div class="game-card__drawing" classList={{ "game-card__drawing--waiting": waiting() && !loaded() && !missing() }} aria-hidden="true">
        <Show
          when={drawing()}
          fallback={
            <Show when={loaded() || missing()}>
              <span class="small muted">No drawing</span>
            </Show>
          }
        >
          {(it) => <Thumbnail structure={it().structure} position={it().position} hint={it().hint} />}
        </Show>
      </div>
      <div class="game-card__text">
        <h2 class="game-card__title">
          <A href={`/game/${encodeURIComponent(props.game.name)}`}>{props.game.title}</A>
        </h2>
        <p class="game-card__summary">{props.game.summary}</p>
      </div>
      <div class="game-card__foot">
        <div class="game-card__badges">
          <Badge>{playersText(props.game)}</Badge>
          <Show when={props.game.hidden}>
            <Badge kind="warning">Hidden</Badge>
          </Show>
          <Show when={isSimultaneous(props.game)}>
            <Badge kind="accent">Simultaneous</Badge>
          </Show>
        </div>
        <Button
          class="game-card__play"
          size="small"
          variant="primary"
          disabled={!props.game.playable}
          title={props.game.playable ? undefined : "This server cannot play it yet."}
          aria-label={`Play ${props.game.title}`}
          onClick={() => props.onPlay()}
        >
          Play
        </Button>
      </div>
    </li>
  );
}
