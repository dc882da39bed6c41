// The legal moves of a role, to be searched and picked. Thousands of them are shown in portions.
import { createEffect, createMemo, createSignal, For, on, Show } from "solid-js";
import type { Hint, LegalMove, Position } from "../api/types";
import { prettyTerm } from "./terms";
import "./move_list.css";

export interface MoveListProps {
  position: Position;
  role: number;
  onMove?: ((role: number, move: string) => void) | undefined;
  disabled?: boolean | undefined;
  hint?: Hint | null | undefined;
  /** Shows only these; all legal moves without it. */
  only?: ((move: LegalMove) => boolean) | undefined;
}

const kPortion = 100;
// A handful is seen at a glance.
const kSearchFrom = 12;

export function MoveList(props: MoveListProps) {
  const [wanted, setWanted] = createSignal("");
  const [limit, setLimit] = createSignal(kPortion);
  const moves = createMemo(() =>
    (props.position.legal[props.role] ?? [])
      .filter((move) => props.only?.(move) ?? true)
      .map(({ move }) => ({ move, text: prettyTerm(move, props.hint) })),
  );
  const found = createMemo(() => {
    const words = wanted().toLowerCase().split(/\s+/).filter(Boolean);
    return moves().filter(({ move, text }) => words.every((word) => text.toLowerCase().includes(word) || move.toLowerCase().includes(word)));
  });
  createEffect(on([() => props.position, wanted], () => setLimit(kPortion), { defer: true }));

  return (
    <div class="move-list">
      <Show when={moves().length > kSearchFrom}>
        <label class="move-list__search">
          <span class="visually-hidden">Search the moves</span>
          <input
            type="search"
            placeholder={`Search ${moves().length} moves`}
            autocomplete="off"
            value={wanted()}
            onInput={(event) => setWanted(event.currentTarget.value)}
          />
        </label>
      </Show>
      <ul class="move-list__moves">
        <For each={found().slice(0, limit())}>
          {({ move, text }) => (
            <li>
              <button
                type="button"
                class="move-list__move"
                title={move}
                disabled={props.disabled || !props.onMove}
                onClick={() => props.onMove?.(props.role, move)}
              >
                {text}
              </button>
            </li>
          )}
        </For>
      </ul>
      <Show when={found().length === 0}>
        <p class="move-list__none">{moves().length === 0 ? "There is no move to choose." : "No move fits the search."}</p>
      </Show>
      <Show when={found().length > limit()}>
        <button type="button" class="move-list__more" onClick={() => setLimit(limit() + kPortion)}>
          {found().length - limit()} more
        </button>
      </Show>
    </div>
  );
}
