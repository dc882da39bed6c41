// Prefix search among the legal moves of a role at the server: for positions with more moves than a message carries.
import { createEffect, createResource, createSignal, For, on, onCleanup, Show } from "solid-js";
import type { Hint, LegalMove, LegalMoves } from "../api/types";
import { prettyTerm } from "./terms";
import "./move_list.css";

export interface MoveSearchProps {
  role: number;
  total: number;
  /** Changes when the moves do. */
  step: number;
  search: (prefix: string, after: number) => Promise<LegalMoves>;
  onMove: (role: number, move: string) => void;
  disabled?: boolean | undefined;
  hint?: Hint | null | undefined;
}

const kPause = 200; // milliseconds after the last letter

export function MoveSearch(props: MoveSearchProps) {
  const [typed, setTyped] = createSignal("");
  const [wanted, setWanted] = createSignal("");
  const [moves, setMoves] = createSignal<LegalMove[]>([]);
  const [page, { refetch }] = createResource(
    () => ({ prefix: wanted(), step: props.step }),
    async ({ prefix }, { refetching }: { refetching: number | boolean }) => {
      const found = await props.search(prefix, typeof refetching === "number" ? refetching : 0);
      setMoves((before) => (typeof refetching === "number" ? [...before, ...found.moves] : found.moves));
      return found;
    },
  );
  createEffect(
    on(typed, (text) => {
      const timer = setTimeout(() => setWanted(text), kPause);
      onCleanup(() => clearTimeout(timer));
    }),
  );
  const found = () => (page.state === "ready" || page.state === "refreshing" ? page.latest : undefined);
  const rest = () => (found()?.matching ?? 0) - moves().length;
  return (
    <div class="move-list">
      <label class="move-list__search">
        <span class="visually-hidden">Search the moves by how they begin</span>
        <input
          type="search"
          placeholder={`How one of ${props.total.toLocaleString("en")} moves begins`}
          autocomplete="off"
          value={typed()}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
      </label>
      <ul class="move-list__moves">
        <For each={moves()}>
          {({ move }) => (
            <li>
              <button type="button" class="move-list__move" title={move} disabled={props.disabled} onClick={() => props.onMove(props.role, move)}>
                {prettyTerm(move, props.hint)}
              </button>
            </li>
          )}
        </For>
      </ul>
      <Show when={page.error}>
        <p class="move-list__none" role="status">
          The moves could not be searched. Type again to retry.
        </p>
      </Show>
      <Show when={!page.error && found()?.matching === 0}>
        <p class="move-list__none">No move begins so.</p>
      </Show>
      <Show when={rest() > 0 && found()?.next}>
        {(next) => (
          <button type="button" class="move-list__more" onClick={() => void refetch(next())}>
            {rest().toLocaleString("en")} more
          </button>
        )}
      </Show>
    </div>
  );
}
