// Form controls with their label, hint and error, tied together for screen readers.
import { createUniqueId, For, Show, splitProps, type JSX } from "solid-js";
import "./field.css";

interface Labelled {
  label: string;
  hint?: string;
  error?: string;
  hideLabel?: boolean;
  class?: string;
}

function describedBy(id: string, props: Labelled): string | undefined {
  const ids = [props.hint && `${id}-hint`, props.error && `${id}-error`].filter(Boolean);
  return ids.length > 0 ? ids.join(" ") : undefined;
}

function Frame(props: Labelled & { id: string; children: JSX.Element }) {
  return (
    <div class={`field ${props.class ?? ""}`}>
      <label class={props.hideLabel ? "visually-hidden" : "field__label"} for={props.id}>
        {props.label}
      </label>
      {props.children}
      <Show when={props.hint}>
        <div class="field__hint" id={`${props.id}-hint`}>
          {props.hint}
        </div>
      </Show>
      <Show when={props.error}>
        <div class="field__error" id={`${props.id}-error`} role="alert">
          {props.error}
        </div>
      </Show>
    </div>
  );
}

type InputAttributes = Omit<JSX.InputHTMLAttributes<HTMLInputElement>, "value" | "onInput" | "class" | "id" | "list">;

export interface FieldProps extends Labelled, InputAttributes {
  value: string;
  onInput: (value: string) => void;
  /** Offered while typing; any other text stays possible. */
  suggestions?: readonly { value: string; label?: string }[];
}

const kLabelled = ["label", "hint", "error", "hideLabel", "class"] as const;

/** One line of text, a number, a search. */
export function Field(props: FieldProps) {
  const id = createUniqueId();
  const [frame, own, rest] = splitProps(props, kLabelled, ["value", "onInput", "suggestions"]);
  return (
    <Frame {...frame} id={id}>
      <input
        type="text"
        {...rest}
        id={id}
        class="control"
        value={own.value}
        onInput={(event) => own.onInput(event.currentTarget.value)}
        list={own.suggestions ? `${id}-list` : undefined}
        aria-invalid={frame.error ? "true" : undefined}
        aria-describedby={describedBy(id, frame)}
      />
      <Show when={own.suggestions}>
        <datalist id={`${id}-list`}>
          <For each={own.suggestions}>{(entry) => <option value={entry.value}>{entry.label ?? ""}</option>}</For>
        </datalist>
      </Show>
    </Frame>
  );
}

type TextAttributes = Omit<JSX.TextareaHTMLAttributes<HTMLTextAreaElement>, "value" | "onInput" | "class" | "id">;

export interface TextFieldProps extends Labelled, TextAttributes {
  value: string;
  onInput: (value: string) => void;
}

/** Several lines of text. */
export function TextField(props: TextFieldProps) {
  const id = createUniqueId();
  const [frame, own, rest] = splitProps(props, kLabelled, ["value", "onInput"]);
  return (
    <Frame {...frame} id={id}>
      <textarea
        {...rest}
        id={id}
        class="control control--lines"
        value={own.value}
        onInput={(event) => own.onInput(event.currentTarget.value)}
        aria-invalid={frame.error ? "true" : undefined}
        aria-describedby={describedBy(id, frame)}
      />
    </Frame>
  );
}

export interface SelectOption {
  value: string;
  label: string;
  disabled?: boolean;
}

export interface SelectProps extends Labelled {
  value: string;
  options: readonly SelectOption[];
  onChange: (value: string) => void;
  disabled?: boolean;
}

export function Select(props: SelectProps) {
  const id = createUniqueId();
  return (
    <Frame label={props.label} hint={props.hint} error={props.error} hideLabel={props.hideLabel} class={props.class} id={id}>
      <select
        id={id}
        class="control"
        disabled={props.disabled}
        onChange={(event) => props.onChange(event.currentTarget.value)}
        aria-describedby={describedBy(id, props)}
      >
        <For each={props.options}>
          {(option) => (
            <option value={option.value} disabled={option.disabled} selected={option.value === props.value}>
              {option.label}
            </option>
          )}
        </For>
      </select>
    </Frame>
  );
}

export interface CheckboxProps {
  label: string;
  hint?: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
}

export function Checkbox(props: CheckboxProps) {
  const id = createUniqueId();
  return (
    <div class="checkbox">
      <input
        id={id}
        type="checkbox"
        checked={props.checked}
        disabled={props.disabled}
        onChange={(event) => props.onChange(event.currentTarget.checked)}
        aria-describedby={props.hint ? `${id}-hint` : undefined}
      />
      <div>
        <label for={id}>{props.label}</label>
        <Show when={props.hint}>
          <div class="field__hint" id={`${id}-hint`}>
            {props.hint}
          </div>
        </Show>
      </div>
    </div>
  );
}
