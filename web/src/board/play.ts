// The move that a person is making on this page: which seat is asked, what was clicked, what has been sent. It forgets everything when a
// new position arrives, also one with the same step: that is how a page takes back a move that the server refused.
import { createComputed, createMemo, createSignal, on } from "solid-js";
import type { Position, Structure } from "../api/types";
import * as gesture from "./gesture";

export interface PlayInput {
  structure: Structure;
  position: Position;
  viewer: number[];
  disabled?: boolean | undefined;
  onMove?: ((role: number, move: string) => void) | undefined;
}

export function createPlay(input: PlayInput) {
  const [sent, setSent] = createSignal<ReadonlyMap<number, string>>(new Map());
  const [progress, setProgress] = createSignal<gesture.Progress>(gesture.begin([]));

  // Seats that are held here are asked one after the other.
  const asked = createMemo(() => {
    if (input.disabled || !input.onMove) return null;
    return input.viewer.find((role) => !sent().has(role) && gesture.hasChoice(input.position, role)) ?? null;
  });
  const candidates = createMemo(() => {
    const role = asked();
    return role === null ? [] : gesture.candidatesOf(input.structure, input.position, role);
  });

  createComputed(on(() => input.position, () => setSent(new Map()), { defer: true }));
  createComputed(() => setProgress(gesture.begin(candidates())));

  const send = (role: number, move: string) => {
    setSent(new Map(sent()).set(role, move));
    input.onMove?.(role, move);
  };
  const follow = (next: gesture.Progress) => {
    const move = gesture.decided(next);
    if (move) send(move.role, move.move);
    else setProgress(next);
  };

  return {
    asked,
    sent,
    progress,
    candidates,
    clickless: createMemo(() => gesture.clickless(candidates())),
    nextCells: createMemo(() => gesture.nextCells(progress())),
    nextItems: createMemo(() => gesture.nextItems(progress())),
    options: createMemo(() => gesture.options(progress())),
    goesOn: (step: gesture.Step | undefined) => step !== undefined && gesture.advance(progress(), step) !== null,
    begun: () => progress().steps.length > 0,
    press: (step: gesture.Step) => follow(gesture.press(candidates(), progress(), step)),
    choose: (option: gesture.Option) => follow(gesture.choose(progress(), option)),
    undo: () => setProgress(gesture.undo(candidates(), progress())),
    cancel: () => setProgress(gesture.begin(candidates())),
    play: send,
  };
}

export type Play = ReturnType<typeof createPlay>;
