// Something that is loaded for a page. Unlike a resource it never suspends: the page stands at once and says in its own place that it waits.
import { createEffect, createSignal, on, onCleanup, type Accessor } from "solid-js";
import { isAbort } from "../api/failure";

export interface Load<T> {
  data: Accessor<T | undefined>;
  error: Accessor<unknown>;
  loading: Accessor<boolean>;
  /** Loads again; the old data stays until the new arrives. */
  retry: () => void;
}

/** Loads whenever `source` changes; the signal ends a load that nobody waits for any more. */
export function createLoad<S, T>(source: Accessor<S>, load: (source: S, signal: AbortSignal) => Promise<T>): Load<T> {
  const [data, setData] = createSignal<T | undefined>(undefined);
  const [error, setError] = createSignal<unknown>(undefined);
  const [loading, setLoading] = createSignal(true);
  const [round, setRound] = createSignal(0);
  const retry = () => setRound((old) => old + 1);

  createEffect(
    on([source, round], ([key], previous) => {
      const controller = new AbortController();
      onCleanup(() => controller.abort());
      if (previous !== undefined && previous[0] !== key) setData(undefined);
      setError(undefined);
      setLoading(true);
      load(key, controller.signal)
        .then(
          (value) => controller.signal.aborted || setData(() => value),
          (reason: unknown) => controller.signal.aborted || isAbort(reason) || setError(() => reason),
        )
        .finally(() => controller.signal.aborted || setLoading(false));
    }),
  );
  return { data, error, loading, retry };
}
