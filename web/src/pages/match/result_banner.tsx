// How it ended and why, and what to do next.
import { useNavigate } from "@solidjs/router";
import { createEffect, createSignal, on, Show } from "solid-js";
import { swapped } from "../../matches/seats";
import { startMatch } from "../../matches/start";
import { Button, ButtonLink, toastFailure } from "../../ui";
import { headline } from "./outcome";
import type { Session } from "./session";
import { isLive } from "./state";

export function ResultBanner(props: { session: Session }) {
  const view = () => props.session.view();
  const navigate = useNavigate();
  const [busy, setBusy] = createSignal(false);
  const request = () => props.session.kept.request;
  let banner: HTMLElement | undefined;

  // What was pressed last, a cell or "Give up", vanishes with the end of the match: the keyboard goes on from the result.
  createEffect(
    on(
      () => isLive(view()),
      (live, before) => {
        if (live || !before) return;
        requestAnimationFrame(() => {
          if (document.activeElement === document.body) banner?.focus({ preventScroll: true });
        });
      },
    ),
  );

  // The seats of the request have the roles' order, without random.
  const mine = () =>
    view()
      .roles.filter((role) => role !== "random")
      .map((role) => props.session.kept.seats.some((seat) => seat.mine && seat.role === role));

  async function again(swap: boolean) {
    const old = request();
    if (!old) return;
    const next = swap ? swapped(old, mine()) : { request: old, mine: mine() };
    setBusy(true);
    try {
      navigate(await startMatch(next.request, next.mine));
    } catch (error) {
      toastFailure(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Show when={!isLive(view())}>
      <section class="match-result" aria-label="Result" tabindex="-1" ref={(element) => (banner = element)}>
        <div>
          <strong>{headline(view())}</strong>
          <Show when={view().end}>
            <div class="small">{view().end}</div>
          </Show>
        </div>
        <div class="row">
          <Show
            when={request()}
            fallback={
              <Show when={view().game}>
                <ButtonLink size="small" href={`/game/${encodeURIComponent(view().game)}`}>
                  Play this game
                </ButtonLink>
              </Show>
            }
          >
            <Button size="small" variant="primary" busy={busy()} onClick={() => void again(false)}>
              Play again
            </Button>
            <Show when={mine().length > 1}>
              <Button size="small" busy={busy()} onClick={() => void again(true)}>
                Swap seats
              </Button>
            </Show>
          </Show>
        </div>
      </section>
    </Show>
  );
}
