import { createRoot } from "solid-js";
import { createStore } from "solid-js/store";
import { describe, expect, it } from "vitest";
import type { Position } from "../api/types";
import { fixture } from "./fixtures";
import type { Step } from "./gesture";
import { createPlay, type Play, type PlayInput } from "./play";

const cell = (number: number): Step => ({ kind: "cell", board: 0, cell: number });

function playing(name: string, viewer: number[], more: Partial<PlayInput> = {}) {
  const { structure, position } = fixture(name);
  const moves: [number, string][] = [];
  const onMove = (role: number, move: string) => void moves.push([role, move]);
  return createRoot((dispose) => {
    const [input, setInput] = createStore<{ now: PlayInput }>({ now: { structure, position, viewer, onMove, ...more } });
    const play: Play = createPlay({
      structure,
      viewer,
      get position() {
        return input.now.position;
      },
      get disabled() {
        return input.now.disabled;
      },
      onMove: "onMove" in more ? more.onMove : onMove,
    });
    const arrive = (next: Position) => setInput("now", (now) => ({ ...now, position: next }));
    return { play, moves, position, arrive, dispose };
  });
}

describe("making a move", () => {
  it("sends it once it is decided", () => {
    const { play, moves, dispose } = playing("chess", [0]);
    play.press(cell(33));
    expect(play.begun()).toBe(true);
    expect(moves).toEqual([]);
    play.press(cell(35));
    expect(moves).toEqual([[0, "(move 5 2 5 4)"]]);
    expect(play.sent().get(0)).toBe("(move 5 2 5 4)");
    expect(play.asked()).toBeNull();
    expect(play.nextCells().size).toBe(0);
    dispose();
  });

  it("can be taken back half-way", () => {
    const { play, moves, dispose } = playing("nim", [0]);
    play.press(cell(1));
    expect(play.options()).toHaveLength(4);
    play.undo();
    expect(play.options()).toHaveLength(0);
    expect(moves).toEqual([]);
    dispose();
  });

  it("begins again with a new position, also one of the same step", () => {
    const { play, position, arrive, dispose } = playing("chess", [0]);
    play.press(cell(33));
    play.press(cell(35));
    expect(play.asked()).toBeNull();
    arrive({ ...position });
    expect(play.asked()).toBe(0);
    expect(play.sent().size).toBe(0);
    dispose();
  });

  it("asks the seats of this page one after the other", () => {
    const { play, moves, dispose } = playing("battle", [0, 1]);
    expect(play.asked()).toBe(0);
    play.play(0, "(defend 1 1)");
    expect(play.asked()).toBe(1);
    play.play(1, "(defend 1 8)");
    expect(play.asked()).toBeNull();
    expect(moves.map(([role]) => role)).toEqual([0, 1]);
    dispose();
  });

  it("is for those who hold a seat that has a choice", () => {
    const onlookers = [
      playing("chess", []),
      playing("chess", [1]),
      playing("chess", [0], { disabled: true }),
      playing("chess", [0], { onMove: undefined }),
    ];
    for (const { play, dispose } of onlookers) {
      expect(play.asked()).toBeNull();
      dispose();
    }
  });
});
