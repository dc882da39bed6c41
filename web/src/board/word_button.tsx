// A word of a move to press, with its picture where it has one.
import { Show } from "solid-js";
import type { Glyph } from "./glyph";
import { GlyphPicture } from "./glyph_view";
import "./word_button.css";

export interface WordButtonProps {
  text: string;
  picture: Glyph | null;
  /** Of a word that stays chosen. */
  pressed?: boolean | undefined;
  disabled?: boolean | undefined;
  onPress: () => void;
}

export function WordButton(props: WordButtonProps) {
  return (
    <button type="button" class="word-button" aria-pressed={props.pressed} disabled={props.disabled} onClick={() => props.onPress()}>
      <Show when={props.picture}>{(glyph) => <GlyphPicture glyph={glyph()} />}</Show>
      <span>{props.text}</span>
    </button>
  );
}
