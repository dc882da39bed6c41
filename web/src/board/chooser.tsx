// The words that are left to choose when all cells are touched: a small box beside the cell that was touched last.
import { createEffect, For, on, onMount } from "solid-js";
import type { Hint } from "../api/types";
import type { Option } from "./gesture";
import type { Glyph } from "./glyph";
import { prettyTerm } from "./terms";
import { WordButton } from "./word_button";
import "./chooser.css";

export interface ChooserProps {
  options: Option[];
  /** What the box stands beside, and the element that its place is reckoned in. Without an anchor it stands in the flow of the page. */
  anchor?: (() => Element | null) | undefined;
  frame?: (() => Element) | undefined;
  hint?: Hint | null | undefined;
  pictureOf: (word: string) => Glyph | null;
  onChoose: (option: Option) => void;
  onClose: () => void;
}

function textOf(option: Option, hint: Hint | null | undefined): string {
  const words = [...(option.verb === null ? [] : [option.verb]), ...option.words];
  return words.map((word) => prettyTerm(word, hint)).join(" ") || prettyTerm(option.candidates[0]?.move ?? "", hint);
}

export function Chooser(props: ChooserProps) {
  let box!: HTMLDivElement;

  const stand = () => {
    const anchor = props.anchor?.()?.getBoundingClientRect();
    const frame = props.frame?.().getBoundingClientRect();
    if (!anchor || !frame) return;
    const width = box.offsetWidth;
    const left = Math.min(Math.max(0, anchor.left + anchor.width / 2 - frame.left - width / 2), Math.max(0, frame.width - width));
    const below = anchor.bottom - frame.top + 6;
    const fits = anchor.bottom + box.offsetHeight + 12 < window.innerHeight;
    box.style.left = `${left}px`;
    box.style.top = `${fits ? below : Math.max(0, anchor.top - frame.top - box.offsetHeight - 6)}px`;
  };
  onMount(() => {
    stand();
    box.querySelector("button")?.focus({ preventScroll: true });
  });
  createEffect(on(() => props.options, stand, { defer: true }));

  const onKey = (event: KeyboardEvent) => {
    if (event.key === "Escape") {
      event.stopPropagation();
      props.onClose();
      return;
    }
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    const buttons = [...box.querySelectorAll("button")];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    buttons[(at + step + buttons.length) % buttons.length]?.focus();
    event.preventDefault();
  };

  return (
    <div ref={box} class={props.anchor ? "chooser chooser--floating" : "chooser"} role="group" aria-label="Choose" onKeyDown={onKey}>
      <For each={props.options}>
        {(option) => (
          <WordButton
            text={textOf(option, props.hint)}
            picture={option.words.length === 1 ? props.pictureOf(option.words[0] ?? "") : null}
            onPress={() => props.onChoose(option)}
          />
        )}
      </For>
      <button type="button" class="chooser__close" aria-label="Take back" onClick={() => props.onClose()}>
        <svg viewBox="-10 -10 20 20" aria-hidden="true">
          <path d="M-5 -5 L5 5 M5 -5 L-5 5" />
        </svg>
      </button>
    </div>
  );
}
