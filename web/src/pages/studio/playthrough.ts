// Playing a sheet through by hand while it is written: the moves are kept when the rules change, as long as they stay legal.

import { type Accessor, batch, createEffect, createSignal, on, onCleanup } from "solid-js";
import { api, ApiFailure, isAbort } from "../../api/client";
import type { RulesPosition } from "../../api/types";
import { choose, type Choices, jointMove, openChoices } from "./joint_move";

export interface Playthrough {
  /** The position after `moves`; stays while the next one is asked for. */
  readonly answer: Accessor<RulesPosition | null>;
  /** Joint moves that led to the answer. */
  readonly moves: Accessor<readonly string[][]>;
  readonly choices: Accessor<Choices>;
  readonly busy: Accessor<boolean>;
  readonly failure: Accessor<unknown>;
  /** The moves did not fit changed rules, and the game was set back. */
  readonly setBack: Accessor<boolean>;
  readonly play: (role: number, move: string) => void;
  /** Makes the step that nobody has a choice in. */
  readonly goOn: () => void;
  readonly back: () => void;
  readonly restart: () => void;
  readonly retry: () => void;
}

interface Wish {
  readonly text: string;
  readonly moves: readonly string[][];
}

const copy = (moves: readonly string[][]): string[][] => moves.map((joint) => [...joint]);

/** Follows `text`: the sheet to play, or null while there is none. */
export function createPlaythrough(text: Accessor<string | null>): Playthrough {
  const [wish, setWish] = createSignal<Wish | null>(null);
  const [answer, setAnswer] = createSignal<RulesPosition | null>(null);
  const [moves, setMoves] = createSignal<readonly string[][]>([]);
  const [choices, setChoices] = createSignal<Choices>([]);
  const [busy, setBusy] = createSignal(false);
  const [failure, setFailure] = createSignal<unknown>(null);
  const [setBack, setSetBack] = createSignal(false);

  function accept(arrived: RulesPosition, played: readonly string[][]) {
    const before = answer();
    // The same rules have the same structure; keeping the object lets the board move on instead of being drawn anew.
    const structure = before?.rules_id === arrived.rules_id ? before.structure : arrived.structure;
    batch(() => {
      setAnswer({ ...arrived, structure });
      setMoves(played);
      setChoices(openChoices(arrived.position));
      setFailure(null);
    });
  }

  async function ask(wished: Wish, signal: AbortSignal) {
    setBusy(true);
    try {
      accept(await api.rulesPosition({ text: wished.text, moves: copy(wished.moves) }, { signal }), wished.moves);
      setBusy(false);
    } catch (error) {
      if (isAbort(error)) return;
      setBusy(false);
      // Rules that changed under the moves: start again rather than show an error that only a restart removes.
      if (error instanceof ApiFailure && error.status >= 400 && error.status < 500 && wished.moves.length > 0) {
        setSetBack(true);
        setWish({ text: wished.text, moves: [] });
      } else {
        setFailure(error);
      }
    }
  }

  createEffect(
    on(text, (sheet) => {
      if (sheet !== null) setWish({ text: sheet, moves: moves() });
    }),
  );
  createEffect(
    on(wish, (wished) => {
      if (!wished) return;
      const abort = new AbortController();
      void ask(wished, abort.signal);
      onCleanup(() => abort.abort());
    }),
  );

  function go(to: readonly string[][]) {
    const sheet = wish()?.text;
    if (sheet === undefined) return;
    setSetBack(false);
    setWish({ text: sheet, moves: to });
  }

  function play(role: number, move: string) {
    const shown = answer();
    if (!shown || busy()) return;
    const chosen = choose(shown.position, choices(), role, move);
    setChoices(chosen);
    const joint = jointMove(chosen);
    if (joint) go([...moves(), joint]);
  }

  function goOn() {
    const joint = jointMove(choices());
    if (joint && !busy()) go([...moves(), joint]);
  }

  return {
    answer,
    moves,
    choices,
    busy,
    failure,
    setBack,
    play,
    goOn,
    back: () => go(moves().slice(0, -1)),
    restart: () => go([]),
    retry: () => go(moves()),
  };
}
