// The keys of the match page: arrows walk through the history, `/` searches the moves.
import { onCleanup, onMount } from "solid-js";
import { walkedByKey, type Cursor } from "./walk";

export interface KeyTargets {
  cursor: () => Cursor;
  now: () => number;
  jump: (step: number) => void;
  search: () => void;
}

// Controls that need the keys for themselves.
const kBusy = "input, textarea, select, dialog, [role='tablist'], .game-view button, [contenteditable]";

export function useMatchKeys(targets: KeyTargets): void {
  // A cell keeps the focus after a click. Its arrow keys are for those who came to the board with Tab; everybody else means the history.
  let tabbed = false;

  function isTaken(target: EventTarget | null): boolean {
    if (!(target instanceof Element)) return false;
    return target.closest("[data-cell]") !== null ? tabbed : target.closest(kBusy) !== null;
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "Tab") tabbed = true;
    if (event.ctrlKey || event.metaKey || event.altKey || isTaken(event.target)) return;
    const next = walkedByKey(targets.cursor(), event.key, targets.now());
    if (next === undefined && event.key !== "/") return;
    event.preventDefault();
    event.stopPropagation();
    if (next === undefined) targets.search();
    else targets.jump(next ?? targets.now());
  }
  const onPointerDown = () => (tabbed = false);

  // In the capturing phase, before the board sees the key.
  onMount(() => {
    document.addEventListener("keydown", onKeyDown, { capture: true });
    document.addEventListener("pointerdown", onPointerDown);
  });
  onCleanup(() => {
    document.removeEventListener("keydown", onKeyDown, { capture: true });
    document.removeEventListener("pointerdown", onPointerDown);
  });
}
