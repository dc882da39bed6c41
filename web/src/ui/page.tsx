// The frame of every page: it sets the window's title and gives heading, lead and actions their places.
import { createEffect, Show, type JSX } from "solid-js";
import "./page.css";

export interface PageProps {
  title: string;
  /** For the tab of the browser, where it should say more than the heading. */
  windowTitle?: string;
  lead?: JSX.Element;
  actions?: JSX.Element;
  /** Use the whole window: boards and editors. */
  wide?: boolean;
  children: JSX.Element;
}

export function Page(props: PageProps) {
  createEffect(() => {
    const title = props.windowTitle ?? props.title;
    document.title = title ? `${title} · Agon` : "Agon";
  });
  return (
    <div class={props.wide ? "page page--wide" : "page"}>
      <header class="page__header">
        <div>
          <h1>{props.title}</h1>
          <Show when={props.lead}>
            <div class="page__lead">{props.lead}</div>
          </Show>
        </div>
        <Show when={props.actions}>
          <div class="row">{props.actions}</div>
        </Show>
      </header>
      {props.children}
    </div>
  );
}
