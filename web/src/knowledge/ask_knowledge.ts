// What is known about a sheet, asked for when somebody looks at it and again, after a pause, when the text has changed.
import { type Accessor, createEffect, createSignal, on, onCleanup } from "solid-js";
import { api, isAbort } from "../api/client";
import type { Knowledge } from "../api/types";

const kPause = 800;
export const kKnowledgeSeconds = 5;

export interface KnownGame {
  readonly knowledge: Accessor<Knowledge | null>;
  /** The answer belongs to an older text. */
  readonly old: Accessor<boolean>;
  readonly busy: Accessor<boolean>;
  readonly failure: Accessor<unknown>;
  readonly retry: () => void;
}

/** `text` is null while there is no sound sheet; `moves` lead to the position that is evaluated. */
export function askKnowledge(text: Accessor<string | null>, moves: Accessor<readonly string[][]> = () => []): KnownGame {
  const [answer, setAnswer] = createSignal<{ text: string; knowledge: Knowledge } | null>(null);
  const [busy, setBusy] = createSignal(false);
  const [failure, setFailure] = createSignal<unknown>(null);
  const [again, setAgain] = createSignal(0);

  async function ask(asked: string, line: readonly string[][], signal: AbortSignal) {
    setBusy(true);
    try {
      const body = { text: asked, seconds: kKnowledgeSeconds, moves: line.map((joint) => [...joint]) };
      const knowledge = await api.knowledge(body, { signal });
      setAnswer({ text: asked, knowledge });
      setFailure(null);
    } catch (error) {
      if (isAbort(error)) return;
      setFailure(error);
    }
    setBusy(false);
  }

  createEffect(
    on([text, moves, again], ([asked, line], before) => {
      if (asked === null) return;
      const abort = new AbortController();
      const timer = setTimeout(() => void ask(asked, line, abort.signal), before ? kPause : 0);
      onCleanup(() => {
        clearTimeout(timer);
        abort.abort();
      });
    }),
  );

  return {
    knowledge: () => answer()?.knowledge ?? null,
    old: () => answer() !== null && answer()?.text !== text(),
    busy,
    failure,
    retry: () => setAgain((count) => count + 1),
  };
}
