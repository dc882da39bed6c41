// What stays while pages change: header, navigation, theme switch, notes, and the place for whatever a page fails to handle itself.
import { A, type RouteSectionProps, useLocation } from "@solidjs/router";
import { createEffect, ErrorBoundary, For, on, Show, Suspense } from "solid-js";
import { connection } from "../api/live";
import { ErrorState, Spinner } from "../ui";
import { Toasts } from "../ui/toast";
import "./shell.css";
import { setTheme, theme, type Theme } from "./theme";

const kPlaces = [
  { href: "/", label: "Games", end: true },
  { href: "/watch", label: "Watch", end: false },
  { href: "/studio", label: "Studio", end: false },
  { href: "/tournaments", label: "Tournaments", end: false },
  { href: "/help", label: "Help", end: false },
];

const kNext: Record<Theme, Theme> = { system: "light", light: "dark", dark: "system" };
const kThemeNames: Record<Theme, string> = { system: "System", light: "Light", dark: "Dark" };

function ThemeSwitch() {
  return (
    <button type="button" class="shell__theme" title="Light, dark, or as the system says" onClick={() => setTheme(kNext[theme()])}>
      <span class={`shell__moon shell__moon--${theme()}`} aria-hidden="true" />
      <span class="visually-hidden">Theme: </span>
      <span class="shell__theme-name">{kThemeNames[theme()]}</span>
    </button>
  );
}

export function Shell(props: RouteSectionProps) {
  const location = useLocation();
  let main!: HTMLElement;
  // After a change of page the keyboard and the screen reader start at its top, not at the link that was followed.
  createEffect(on(() => location.pathname, () => main.focus({ preventScroll: true }), { defer: true }));

  return (
    <>
      <a class="shell__skip" href="#main">
        Skip to content
      </a>
      <header class="shell__header">
        <A href="/" class="shell__brand" end>
          <img src="/icon.svg" alt="" width="28" height="28" />
          Agon
        </A>
        <nav class="shell__nav" aria-label="Main">
          <For each={kPlaces}>
            {(place) => (
              <A href={place.href} end={place.end} class="shell__link" activeClass="shell__link--active">
                {place.label}
              </A>
            )}
          </For>
        </nav>
        <ThemeSwitch />
      </header>
      <Show when={connection() === "lost"}>
        <div class="shell__lost" role="status">
          The connection to the server is lost. It is being set up again; nothing you see is live until then.
        </div>
      </Show>
      <main id="main" tabIndex={-1} ref={main}>
        <ErrorBoundary fallback={(error: unknown, reset) => <ErrorState title="This page ran into a problem." error={error} onRetry={reset} />}>
          <Suspense fallback={<Spinner />}>{props.children}</Suspense>
        </ErrorBoundary>
      </main>
      <Toasts />
    </>
  );
}
