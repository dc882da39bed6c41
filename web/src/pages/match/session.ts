// One match on one page: the view of the server, kept up to date, and what this page may do about it.
import { batch, createEffect, createMemo, createSignal, on, onCleanup, type Accessor } from "solid-js";
import { api, isAbort } from "../../api/client";
import { sendMove, watchMatch } from "../../api/live";
import type { LegalMoves, MatchView, Position } from "../../api/types";
import { ownTokens, type KeptMatch } from "../../matches/seats";
import { toastFailure } from "../../ui";
import { Skew } from "./clock";
import * as change from "./state";
import { cursorAt, walked, type Cursor } from "./walk";

// A scrubber passes many positions on its way; only where it rests is worth a question.
const kRest = 80;

export interface Session {
  kept: KeptMatch;
  state: Accessor<change.MatchState>;
  view: Accessor<MatchView>;
  skew: Skew;
  /** The step that is looked at; null is now. */
  cursor: Accessor<Cursor>;
  jump: (step: number) => void;
  walk: (by: number) => void;
  toNow: () => void;
  /** The position to draw, and whether it is the one asked for. */
  shown: Accessor<Position>;
  shownIsLate: Accessor<boolean>;
  sending: Accessor<boolean>;
  move: (role: number, move: string) => void;
  /** Legal moves of an own role that begin with a text, in pages. */
  searchMoves: (role: number, prefix: string, after: number) => Promise<LegalMoves>;
  takeBack: () => Promise<void>;
  abort: () => Promise<void>;
}

export function createSession(first: MatchView, kept: KeptMatch, tokens: readonly string[], startAt: number | null): Session {
  const [state, setState] = createSignal(change.opened(first));
  const now = () => state().view.position.step;
  const [cursor, setCursor] = createSignal<Cursor>(startAt === null ? null : cursorAt(startAt, first.position.step));
  const [sending, setSending] = createSignal(false);
  const skew = new Skew();
  const view = createMemo(() => state().view);
  const update = (next: (old: change.MatchState) => change.MatchState) => setState(next);
  const keepCursorInside = () => setCursor((old) => (old === null ? null : cursorAt(old, now())));

  function started(clock: MatchView["clock"]) {
    if (clock) skew.observe(clock.since, Date.now());
  }

  if (change.isLive(first)) {
    const stop = watchMatch(first.id, tokens, {
      match: (fresh) =>
        batch(() => {
          update((old) => change.refreshed(old, fresh));
          keepCursorInside();
        }),
      step: (message) => {
        started(message.clock);
        update((old) => change.stepped(old, message));
      },
      clock: (message) => {
        started(message.clock);
        update((old) => change.clockSet(old, message));
      },
      takeback: (message) =>
        batch(() => {
          update((old) => change.takenBack(old, message));
          keepCursorInside();
        }),
      thought: (message) => update((old) => change.thought(old, message)),
      ended: (message) => update((old) => change.finished(old, message)),
      seats: (message) => update((old) => change.seatsChanged(old, message)),
      accepted: (message) => update((old) => change.accepted(old, message)),
    });
    onCleanup(stop);
  }

  const asked = createMemo(() => state().positions.get(cursor() ?? now()));
  const shown = createMemo<Position>((before) => asked() ?? before ?? first.position);

  createEffect(
    on([cursor, () => asked() === undefined], ([step, missing]) => {
      if (step === null || !missing) return;
      const controller = new AbortController();
      const timer = setTimeout(() => {
        api.position(first.id, step, tokens, { signal: controller.signal }).then(
          (position) => update((old) => change.positionSeen(old, position)),
          (error: unknown) => {
            if (isAbort(error)) return;
            toastFailure(error);
            setCursor(null);
          },
        );
      }, kRest);
      onCleanup(() => {
        clearTimeout(timer);
        controller.abort();
      });
    }),
  );

  const tokenOf = (role: number) => kept.seats.find((seat) => seat.mine && seat.role === view().roles[role])?.token;

  function move(role: number, text: string) {
    const token = tokenOf(role);
    if (token === undefined) return;
    setCursor(null);
    setSending(true);
    sendMove({ match: first.id, token, role, step: now(), move: text })
      .catch((error: unknown) => {
        toastFailure(error);
        update(change.refused);
      })
      .finally(() => setSending(false));
  }

  async function order(send: (token: string) => Promise<unknown>, token: string | null | undefined) {
    if (!token) return;
    try {
      await send(token);
    } catch (error) {
      toastFailure(error);
    }
  }

  return {
    kept,
    state,
    view,
    skew,
    cursor,
    jump: (step) => setCursor(cursorAt(step, now())),
    walk: (by) => setCursor((old) => walked(old, by, now())),
    toNow: () => setCursor(null),
    shown,
    shownIsLate: () => asked() === undefined,
    sending,
    move,
    searchMoves: (role, prefix, after) => {
      const token = tokenOf(role);
      return api.legalMoves(first.id, { role, step: now(), prefix, after }, token ? [token] : []);
    },
    takeBack: () => order((token) => api.takeback(first.id, token), ownTokens(kept)[0]),
    abort: () => order((token) => api.abort(first.id, token), kept.owner ?? ownTokens(kept)[0]),
  };
}
