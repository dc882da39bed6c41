import { describe, expect, it } from "vitest";
import type { HistoryStep, MatchView, Position, Thought } from "../../api/types";
import { accepted, clockSet, cutOff, finished, opened, positionSeen, refreshed, refused, rolesToMove, seatsChanged, stepped, takenBack, thought, waitingFor, withoutSent, type MatchState } from "./state";

function position(step: number, turn: boolean[] = [step % 2 === 0, step % 2 === 1]): Position {
  return {
    step,
    fluents: [`(step ${step})`],
    knowledge: "everything",
    scene: { schema: "agon.scene/1", boards: [], counters: [], hands: [], controls: [], tables: [], rest: [0] },
    terminal: false,
    goals: null,
    legal: [[{ move: "a", pattern: null, touches: [], choices: [] }], [{ move: "b", pattern: null, touches: [], choices: [] }]],
    turn,
  };
}

const historyStep = (step: number): HistoryStep => ({ step, moves: [`m${step}`, "noop"], percepts: [null, null], faults: [], values: [null, null], at: 0 });

function view(step: number, more: Partial<MatchView> = {}): MatchView {
  return {
    roles: ["white", "black"],
    seats: [],
    state: "running",
    step,
    goals: null,
    viewer: [0],
    history: Array.from({ length: step }, (_, index) => historyStep(index)),
    position: position(step),
    clock: null,
    ...more,
  } as MatchView;
}

const step = (from: number) => ({ type: "step" as const, match: "m", history: historyStep(from), position: position(from + 1), clock: null });
const think = (at: number, role: number, seconds: number, value: number) => ({
  type: "thought" as const,
  match: "m",
  role,
  step: at,
  thought: { seconds, value: [value, 100 - value], moves: [] } as unknown as Thought,
});
const play = (state: MatchState, ...from: number[]) => from.reduce((old, one) => stepped(old, step(one)), state);

describe("the state of a match", () => {
  it("follows the steps and remembers the positions it saw", () => {
    const state = play(opened(view(0)), 0, 1, 2);
    expect(state.view.position.step).toBe(3);
    expect(state.view.step).toBe(3);
    expect(state.view.history.map((one) => one.step)).toEqual([0, 1, 2]);
    expect([...state.positions.keys()]).toEqual([0, 1, 2, 3]);
  });

  it("ignores a step that a fresh view already has", () => {
    const state = opened(view(4));
    expect(stepped(state, step(3))).toBe(state);
    expect(stepped(state, step(1))).toBe(state);
  });

  it("starts running with the first step", () => {
    expect(play(opened(view(0, { state: "starting" })), 0).view.state).toBe("running");
  });

  it("asks nobody for a move before everybody has taken their seat", () => {
    const starting = opened(view(0, { state: "starting" }));
    expect(rolesToMove(starting)).toEqual([]);
    expect(waitingFor(starting)).toEqual([false, false]);
    expect(clockSet(starting, { type: "clock", match: "m", clock: null }).view.state).toBe("starting");
    const begun = clockSet(starting, { type: "clock", match: "m", clock: { waiting: [true, false], since: 0, until: null } });
    expect(begun.view.state).toBe("running");
    expect(rolesToMove(begun)).toEqual([0]);
  });

  it("lets a move be made again when one was refused: the position arrives anew", () => {
    const before = play(opened(view(0)), 0, 1);
    const after = refused(before);
    expect(after.view.position).toEqual(before.view.position);
    expect(after.view.position).not.toBe(before.view.position);
    expect(after.positions.get(2)).toBe(after.view.position);
    expect(after.positions.get(1)).toBe(before.positions.get(1));
  });

  it("forgets what was taken back, thoughts and own choice too", () => {
    let state = play(opened(view(0)), 0, 1, 2);
    state = thought(thought(state, think(1, 1, 0.5, 60)), think(3, 1, 0.5, 70));
    state = accepted(state, { type: "accepted", match: "m", role: 0, step: 3, move: "a" });
    state = takenBack(state, { type: "takeback", match: "m", history: [historyStep(0), historyStep(1)], position: position(2), clock: null });
    expect(state.view.position.step).toBe(2);
    expect([...state.positions.keys()]).toEqual([0, 1, 2]);
    expect(state.thinking.map((one) => one.step)).toEqual([1]);
    expect(state.sent.size).toBe(0);
  });

  it("gathers the thoughts of a role before a step into a trail", () => {
    const state = [think(0, 1, 0.1, 40), think(0, 1, 0.2, 45), think(0, 0, 0.2, 55), think(1, 1, 0.1, 50)].reduce(thought, opened(view(0)));
    const of = (role: number, at: number) => state.thinking.find((one) => one.role === role && one.step === at);
    expect(of(1, 0)?.trail).toEqual([
      { seconds: 0.1, value: 60 },
      { seconds: 0.2, value: 55 },
    ]);
    expect(of(0, 0)?.trail).toHaveLength(1);
    expect(of(1, 1)?.trail).toEqual([{ seconds: 0.1, value: 50 }]);
  });

  it("waits after a choice until the step is played", () => {
    let state = opened(view(0, { position: position(0, [true, true]), viewer: [0] }));
    expect(rolesToMove(state)).toEqual([0]);
    state = accepted(state, { type: "accepted", match: "m", role: 0, step: 0, move: "a" });
    expect(rolesToMove(state)).toEqual([]);
    expect(waitingFor(state)).toEqual([false, true]);
    const left = withoutSent(state.view.position, state.sent);
    expect(left.legal[0]).toBeNull();
    expect(left.legal[1]).toHaveLength(1);
    expect(left.turn).toEqual([false, true]);
    expect(rolesToMove(play(state, 0, 1))).toEqual([0]);
  });

  it("takes no notice of an acceptance for another step", () => {
    const state = opened(view(2));
    expect(accepted(state, { type: "accepted", match: "m", role: 0, step: 1, move: "a" })).toBe(state);
  });

  it("lets the clock say who is waited for", () => {
    const state = opened(view(0, { clock: { waiting: [false, true], since: 0, until: 5 } }));
    expect(waitingFor(state)).toEqual([false, true]);
  });

  it("ends", () => {
    const state = finished(opened(view(2)), { type: "ended", match: "m", state: "ended", goals: [100, 0], end: "mate", ended_at: 9 });
    expect(state.view).toMatchObject({ state: "ended", goals: [100, 0], end: "mate", ended_at: 9, clock: null });
    expect(rolesToMove(state)).toEqual([]);
    expect(waitingFor(state)).toEqual([false, false]);
  });

  it("drops everything but the drawing after a gap", () => {
    const structure = { game: "old" } as MatchView["structure"];
    const old = play(opened(view(0, { rules_id: "r", structure, hint: null })), 0, 1);
    const same = refreshed(old, view(1, { rules_id: "r", structure: { game: "new" } as MatchView["structure"], hint: null }));
    expect(same.view.structure).toBe(structure);
    expect([...same.positions.keys()]).toEqual([1]);
    expect(refreshed(old, view(1, { rules_id: "s", structure: null, hint: null })).view.structure).toBeNull();
  });

  it("keeps positions that were asked for", () => {
    expect(positionSeen(opened(view(5)), position(1)).positions.get(1)?.fluents).toEqual(["(step 1)"]);
  });

  it("knows its place in the queue for a free player, and when it has left it", () => {
    const message = (queue_place?: number | null) => ({ type: "seats" as const, match: "m", seats: [], watchers: 1, queue_place });
    const queued = seatsChanged(opened(view(0)), message(3));
    expect(queued.view.queue_place).toBe(3);
    expect(seatsChanged(queued, message(null)).view.queue_place).toBe(null);
    expect(seatsChanged(queued, message(undefined)).view.queue_place).toBe(null);
  });
});

describe("moves that a position leaves out", () => {
  it("are noticed by their number", () => {
    expect(cutOff({ ...position(0), legal_total: [100_000, 1] }, 0)).toBe(100_000);
    expect(cutOff({ ...position(0), legal_total: [1, 1] }, 0)).toBeNull();
    expect(cutOff({ ...position(0), legal_total: [null, 1] }, 0)).toBeNull();
    expect(cutOff(position(0), 0)).toBeNull(); // from before there were numbers
  });
});
