// Counters and clocks as chips: what it counts, and where it stands.
import { createMemo, For, Show } from "solid-js";
import type { Hint, Position, Structure } from "../api/types";
import { functorOf, isHidden } from "./families";
import type { SymbolName } from "./glyph";
import { GlyphPicture } from "./glyph_view";
import { counterPictures } from "./holdings";
import { prettyContent, prettyTerm } from "./terms";
import "./counters.css";

export interface CountersProps {
  structure: Structure;
  position: Position;
  /** Whose counters; "" for those of the whole game. */
  role: string;
  hint?: Hint | null | undefined;
}

// Pictures that say all there is to say; beside others the word stands too.
const kTelling: readonly SymbolName[] = ["card", "die", "attributes"];

export function Counters(props: CountersProps) {
  const chips = createMemo(() =>
    props.structure.counters.flatMap((counter, c) => {
      if (isHidden(props.hint, counter.family)) return [];
      const pictureOf = counterPictures(props.structure, c, props.hint);
      return (props.position.scene.counters[c] ?? [])
        .filter(({ role }) => role === props.role)
        .map(({ value }) => ({
          name: prettyTerm(functorOf(counter.family), props.hint),
          kind: counter.kind,
          value: prettyContent(value, props.hint),
          picture: pictureOf(value),
        }));
    }),
  );
  return (
    <Show when={chips().length > 0}>
      <ul class="counters">
        <For each={chips()}>
          {(chip) => (
            <li class={`counter counter--${chip.kind}`}>
              <span class="counter__name">{chip.name}</span>
              <Show when={chip.picture}>{(glyph) => <GlyphPicture glyph={glyph()} />}</Show>
              <span class={chip.picture && kTelling.includes(chip.picture.symbol) ? "visually-hidden" : "counter__value"}>{chip.value}</span>
            </li>
          )}
        </For>
      </ul>
    </Show>
  );
}
