// What a page shows instead of its content: that it loads, that there is nothing, that something went wrong.
import { Show, type JSX } from "solid-js";
import { ApiFailure, describeFailure } from "../api/failure";
import { Button } from "./button";
import "./states.css";

export function Spinner(props: { label?: string }) {
  return (
    <div class="state state--loading" role="status">
      <span class="spinner" aria-hidden="true" />
      <span>{props.label ?? "Loading"}</span>
    </div>
  );
}

export interface EmptyStateProps {
  title: string;
  children?: JSX.Element;
  action?: JSX.Element;
}

export function EmptyState(props: EmptyStateProps) {
  return (
    <div class="state">
      <p class="state__title">{props.title}</p>
      <Show when={props.children}>
        <p class="muted">{props.children}</p>
      </Show>
      {props.action}
    </div>
  );
}

export interface ErrorStateProps {
  error: unknown;
  onRetry?: () => void;
  title?: string;
  /** Where to go from here; it replaces another try where the thing does not exist. */
  action?: JSX.Element;
}

export function ErrorState(props: ErrorStateProps) {
  const text = () => describeFailure(props.error);
  const gone = () => props.action !== undefined && props.error instanceof ApiFailure && props.error.status === 404;
  return (
    <div class="state state--error" role="alert">
      <p class="state__title">{props.title ?? text().message}</p>
      <Show when={props.title}>
        <p>{text().message}</p>
      </Show>
      <Show when={text().hint}>
        <p class="muted">{text().hint}</p>
      </Show>
      <Show when={!gone() && props.onRetry}>{(retry) => <Button onClick={() => retry()()}>Try again</Button>}</Show>
      <Show when={gone()}>{props.action}</Show>
    </div>
  );
}
