// One row of words for each place of a move, and a button that plays what was set.
import { createEffect, createSignal, For, on, Show } from "solid-js";
import type { Hint } from "../api/types";
import type { Glyph } from "./glyph";
import { canSet, nothingSet, settled, type Setting, type Slots } from "./slots";
import { prettyTerm } from "./terms";
import { WordButton } from "./word_button";
import "./slot_form.css";

export interface SlotFormProps {
  slots: Slots;
  hint?: Hint | null | undefined;
  pictureOf: (word: string) => Glyph | null;
  onMove: (move: string) => void;
}

export function SlotForm(props: SlotFormProps) {
  const [setting, setSetting] = createSignal<Setting>([]);
  createEffect(on(() => props.slots, (slots) => setSetting(nothingSet(slots))));
  const move = () => settled(props.slots, setting());
  const put = (place: number, word: string) => setSetting(setting().map((old, at) => (at !== place ? old : old === word ? null : word)));
  return (
    <form
      class="slot-form"
      onSubmit={(event) => {
        event.preventDefault();
        const made = move();
        if (made !== null) props.onMove(made);
      }}
    >
      <For each={props.slots.words}>
        {(words, place) => (
          <fieldset class="slot-form__place">
            <legend class="visually-hidden">{`Word ${place() + 1} of ${props.slots.words.length}`}</legend>
            <For each={words}>
              {(word) => (
                <WordButton
                  text={prettyTerm(word, props.hint)}
                  picture={props.pictureOf(word)}
                  pressed={setting()[place()] === word}
                  disabled={!canSet(props.slots, setting(), place(), word)}
                  onPress={() => put(place(), word)}
                />
              )}
            </For>
          </fieldset>
        )}
      </For>
      <button type="submit" class="actions__move" disabled={move() === null}>
        <Show when={move()} fallback="Choose one word in each row">
          {(made) => prettyTerm(made(), props.hint)}
        </Show>
      </button>
    </form>
  );
}
