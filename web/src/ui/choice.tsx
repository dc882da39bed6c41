// One of several: tabs (which panel is shown) and the segmented control (which value holds). Both move with the arrow keys.
import { createUniqueId, For, Show, type JSX } from "solid-js";
import "./choice.css";

export interface Tab {
  id: string;
  label: string;
  /** A small number or word beside the label. */
  note?: string | number;
  content: () => JSX.Element;
}

export interface TabsProps {
  label: string;
  tabs: readonly Tab[];
  selected: string;
  onSelect: (id: string) => void;
  class?: string;
}

export function Tabs(props: TabsProps) {
  const base = createUniqueId();
  const current = () => props.tabs.find((tab) => tab.id === props.selected) ?? props.tabs[0];
  let list!: HTMLDivElement;

  function onKeyDown(event: KeyboardEvent) {
    const at = props.tabs.findIndex((tab) => tab.id === current()?.id);
    const last = props.tabs.length - 1;
    const targets: Record<string, number> = {
      ArrowRight: at === last ? 0 : at + 1,
      ArrowLeft: at === 0 ? last : at - 1,
      Home: 0,
      End: last,
    };
    const next = props.tabs[targets[event.key] ?? -1];
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    props.onSelect(next.id);
    list.querySelector<HTMLElement>(`#${CSS.escape(`${base}-${next.id}`)}`)?.focus();
  }

  return (
    <div class={`tabs ${props.class ?? ""}`}>
      <div class="tabs__list" role="tablist" aria-label={props.label} ref={list} onKeyDown={onKeyDown}>
        <For each={props.tabs}>
          {(tab) => (
            <button
              type="button"
              role="tab"
              class="tabs__tab"
              id={`${base}-${tab.id}`}
              aria-selected={tab.id === current()?.id}
              aria-controls={`${base}-panel`}
              tabIndex={tab.id === current()?.id ? 0 : -1}
              onClick={() => props.onSelect(tab.id)}
            >
              {tab.label}
              <Show when={tab.note !== undefined && tab.note !== ""}>
                <span class="tabs__note">{tab.note}</span>
              </Show>
            </button>
          )}
        </For>
      </div>
      <div class="tabs__panel" role="tabpanel" id={`${base}-panel`} aria-labelledby={`${base}-${current()?.id}`}>
        <Show when={current()?.id} keyed>
          {(id) => props.tabs.find((tab) => tab.id === id)?.content()}
        </Show>
      </div>
    </div>
  );
}

export interface SegmentedControlProps<T extends string> {
  label: string;
  value: T;
  options: readonly { value: T; label: string; disabled?: boolean }[];
  onChange: (value: T) => void;
  hideLabel?: boolean;
}

export function SegmentedControl<T extends string>(props: SegmentedControlProps<T>) {
  const name = createUniqueId();
  return (
    <fieldset class="segments">
      <legend class={props.hideLabel ? "visually-hidden" : "field__label"}>{props.label}</legend>
      <div class="segments__row">
        <For each={props.options}>
          {(option) => (
            <label class="segments__option">
              <input
                type="radio"
                name={name}
                value={option.value}
                checked={option.value === props.value}
                disabled={option.disabled}
                onChange={() => props.onChange(option.value)}
              />
              <span>{option.label}</span>
            </label>
          )}
        </For>
      </div>
    </fieldset>
  );
}
