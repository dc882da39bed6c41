// What somebody holds, or a common pool, as a row of cards, pieces or words. Items that a move can begin with are buttons.
import { createMemo, For, Show } from "solid-js";
import type { Hint, Position, SceneHandItem, Structure } from "../api/types";
import { functorOf, isHidden } from "./families";
import { GlyphPicture } from "./glyph_view";
import { handPictures } from "./holdings";
import type { Play } from "./play";
import { prettyContent, prettyTerm } from "./terms";
import "./hands.css";

export interface HandsProps {
  structure: Structure;
  position: Position;
  play: Play;
  /** Whose hands; "" for common pools. */
  owner: string;
  hint?: Hint | null | undefined;
}

function HandRow(props: HandsProps & { hand: number }) {
  const hand = () => props.structure.hands[props.hand];
  const items = createMemo(() => (props.position.scene.hands[props.hand] ?? []).filter(({ owner }) => owner === props.owner));
  const picture = createMemo(() => handPictures(props.structure, props.position, props.hand, props.hint));
  const wordsOf = (item: SceneHandItem) => [item.item, ...(item.slot ? [item.slot] : [])];
  const mine = () => {
    const role = props.play.asked();
    return role !== null && (props.owner === "" || props.structure.roles[role] === props.owner);
  };
  const live = (item: SceneHandItem) => mine() && wordsOf(item).some((word) => props.play.nextItems().get(props.hand)?.has(word));
  const picked = (item: SceneHandItem) =>
    mine() &&
    props.play.progress().steps.some((step) => step.kind === "item" && step.hand === props.hand && step.words.join(" ") === wordsOf(item).join(" "));
  return (
    <Show when={items().length > 0}>
      <div class="hand">
        <span class="hand__name">{prettyTerm(functorOf(hand()?.family ?? "/0"), props.hint)}</span>
        <ul class="hand__items">
          <For each={items()}>
            {(item) => {
              const label = () => [item.slot, prettyContent(item.item, props.hint), item.count && `× ${item.count}`].filter(Boolean).join(" ");
              return (
                <li>
                  <button
                    type="button"
                    class="hand__item"
                    classList={{ "hand__item--live": live(item), "hand__item--picked": picked(item) }}
                    disabled={!live(item) && !picked(item)}
                    aria-label={label()}
                    aria-pressed={picked(item)}
                    title={label()}
                    onClick={() => props.play.press({ kind: "item", hand: props.hand, words: wordsOf(item) })}
                  >
                    <Show when={picture()(item.item)} fallback={<span>{prettyContent(item.item, props.hint)}</span>}>
                      {(glyph) => <GlyphPicture glyph={glyph()} />}
                    </Show>
                    <Show when={item.count}>
                      <span class="hand__count">× {item.count}</span>
                    </Show>
                    <Show when={item.slot}>
                      <span class="hand__slot">{item.slot}</span>
                    </Show>
                  </button>
                </li>
              );
            }}
          </For>
        </ul>
      </div>
    </Show>
  );
}

export function Hands(props: HandsProps) {
  const shown = () => props.structure.hands.flatMap((hand, h) => (isHidden(props.hint, hand.family) ? [] : [h]));
  return <For each={shown()}>{(hand) => <HandRow {...props} hand={hand} />}</For>;
}
