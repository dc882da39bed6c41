import type { JSX } from "solid-js";
import "./badge.css";

export type BadgeKind = "plain" | "accent" | "success" | "warning" | "danger";

/** A word that classifies the thing beside it. */
export function Badge(props: { kind?: BadgeKind; title?: string; children: JSX.Element }) {
  return (
    <span class={`badge badge--${props.kind ?? "plain"}`} title={props.title}>
      {props.children}
    </span>
  );
}
