// What the server says about a text while it is being typed: asked after a pause, and answers to older texts are dropped.

import { type Accessor, createEffect, createSignal, on, onCleanup } from "solid-js";
import { api, isAbort } from "../../api/client";
import type { Check, Diagnostic } from "../../api/types";

const kPause = 300;

export interface CheckedSheet {
  readonly text: string;
  readonly check: Check;
}

export interface SheetCheck {
  /** The last answer; its text may be older than what is in the editor. */
  readonly last: Accessor<CheckedSheet | null>;
  /** Findings whose places fit the text as it is now; none while they do not. */
  readonly findings: Accessor<readonly Diagnostic[]>;
  /** The last text without errors, or null. */
  readonly sound: Accessor<string | null>;
  readonly busy: Accessor<boolean>;
  readonly failure: Accessor<unknown>;
  readonly retry: () => void;
}

export function createSheetCheck(text: Accessor<string>): SheetCheck {
  const [last, setLast] = createSignal<CheckedSheet | null>(null);
  const [sound, setSound] = createSignal<string | null>(null);
  const [busy, setBusy] = createSignal(false);
  const [failure, setFailure] = createSignal<unknown>(null);
  const [again, setAgain] = createSignal(0);

  async function ask(asked: string, signal: AbortSignal) {
    setBusy(true);
    try {
      const check = await api.check(asked, { signal });
      setLast({ text: asked, check });
      setFailure(null);
      if (check.ok) setSound(asked);
    } catch (error) {
      if (isAbort(error)) return;
      setFailure(error);
    }
    setBusy(false);
  }

  createEffect(
    on([text, again], ([asked], before) => {
      const abort = new AbortController();
      // The first text of a page was not typed, so nobody has to finish typing.
      const timer = setTimeout(() => void ask(asked, abort.signal), before ? kPause : 0);
      onCleanup(() => {
        clearTimeout(timer);
        abort.abort();
      });
    }),
  );

  const findings = () => {
    const checked = last();
    return checked && checked.text === text() ? checked.check.diagnostics : [];
  };
  return { last, findings, sound, busy, failure, retry: () => setAgain((count) => count + 1) };
}
