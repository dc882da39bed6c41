// Buttons, and links that look like them. `busy` keeps the width and blocks a second click while an order is under way.
import { A } from "@solidjs/router";
import { Show, splitProps, type JSX } from "solid-js";
import "./button.css";

export interface ButtonLook {
  variant?: "primary" | "secondary" | "quiet" | "danger";
  size?: "normal" | "small";
}

export interface ButtonProps extends ButtonLook, Omit<JSX.ButtonHTMLAttributes<HTMLButtonElement>, "class"> {
  busy?: boolean;
  class?: string;
}

function look(props: ButtonLook & { class?: string }): string {
  const size = props.size === "small" ? " button--small" : "";
  return `button button--${props.variant ?? "secondary"}${size} ${props.class ?? ""}`.trim();
}

export function Button(props: ButtonProps) {
  const [own, rest] = splitProps(props, ["variant", "size", "busy", "class", "children", "disabled"]);
  return (
    <button type="button" {...rest} class={look(own)} disabled={own.disabled || own.busy} aria-busy={own.busy ? "true" : undefined}>
      <Show when={own.busy}>
        <span class="button__busy" aria-hidden="true" />
      </Show>
      {own.children}
    </button>
  );
}

export interface ButtonLinkProps extends ButtonLook {
  href: string;
  class?: string;
  /** Leave the application: downloads and addresses of the server. */
  external?: boolean;
  download?: string;
  children: JSX.Element;
}

export function ButtonLink(props: ButtonLinkProps) {
  return (
    <Show
      when={props.external}
      fallback={
        <A href={props.href} class={look(props)}>
          {props.children}
        </A>
      }
    >
      <a href={props.href} class={look(props)} download={props.download} rel="external">
        {props.children}
      </a>
    </Show>
  );
}
