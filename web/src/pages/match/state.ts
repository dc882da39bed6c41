// What this page knows about a match, and how each message of the server changes it. Plain values; session.ts binds them to the page.
import type { HistoryStep, MatchView, Position, ServerMessage, Thought } from "../../api/types";

type Of<T extends ServerMessage["type"]> = Extract<ServerMessage, { type: T }>;

/** What a role thought before a step: the last word, and how its value went. */
export interface Thinking {
  role: number;
  step: number;
  thought: Thought;
  trail: { seconds: number; value: number | null }[];
}

export interface MatchState {
  view: MatchView;
  /** Positions by step, as far as they were seen. */
  positions: ReadonlyMap<number, Position>;
  /** Own moves that the server has accepted for the step that is being played, by role. */
  sent: ReadonlyMap<number, string>;
  thinking: readonly Thinking[];
}

/** All there is to know, at first. */
export function opened(view: MatchView): MatchState {
  return { view, positions: new Map([[view.position.step, view.position]]), sent: new Map(), thinking: [] };
}

/** The same after a gap: what was known before is dropped. The drawing of the same rules stays, so that the board need not be built again. */
export function refreshed(state: MatchState, view: MatchView): MatchState {
  const { rules_id, structure, hint } = state.view;
  const same = rules_id === view.rules_id && structure !== null;
  return opened(same ? { ...view, structure, hint } : view);
}

export function isLive(view: Pick<MatchView, "state">): boolean {
  return view.state === "starting" || view.state === "running";
}

function replaced(state: MatchState, history: HistoryStep[], position: Position, clock: MatchView["clock"]): MatchState {
  const positions = new Map([...state.positions].filter(([step]) => step < position.step));
  positions.set(position.step, position);
  return {
    view: { ...state.view, state: state.view.state === "starting" ? "running" : state.view.state, step: position.step, history, position, clock },
    positions,
    sent: new Map(),
    thinking: state.thinking,
  };
}

export function stepped(state: MatchState, message: Of<"step">): MatchState {
  // A message that was under way when a fresh view arrived tells nothing new.
  if (message.position.step <= state.view.position.step) return state;
  return replaced(state, [...state.view.history.slice(0, message.history.step), message.history], message.position, message.clock);
}

export function takenBack(state: MatchState, message: Of<"takeback">): MatchState {
  const next = replaced(state, message.history, message.position, message.clock);
  return { ...next, thinking: state.thinking.filter((one) => one.step < message.position.step) };
}

/** A clock that runs also says that everybody has taken their seat. */
export function clockSet(state: MatchState, message: Of<"clock">): MatchState {
  const begun = state.view.state === "starting" && message.clock !== null;
  return { ...state, view: { ...state.view, clock: message.clock, state: begun ? "running" : state.view.state } };
}

export function seatsChanged(state: MatchState, message: Of<"seats">): MatchState {
  return { ...state, view: { ...state.view, seats: message.seats, watchers: message.watchers, queue_place: message.queue_place ?? null } };
}

export function finished(state: MatchState, message: Of<"ended">): MatchState {
  const { state: how, goals, end, ended_at } = message;
  return { ...state, view: { ...state.view, state: how, goals, end, ended_at, clock: null } };
}

export function accepted(state: MatchState, message: Of<"accepted">): MatchState {
  if (message.step !== state.view.position.step) return state;
  return { ...state, sent: new Map(state.sent).set(message.role, message.move) };
}

/** An own move that does not count after all: the same position once more, as if it had just arrived, so that another can be made. */
export function refused(state: MatchState): MatchState {
  const position = { ...state.view.position };
  return { ...positionSeen(state, position), view: { ...state.view, position } };
}

export function thought(state: MatchState, message: Of<"thought">): MatchState {
  const { role, step } = message;
  const before = state.thinking.find((one) => one.role === role && one.step === step);
  const point = { seconds: message.thought.seconds, value: message.thought.value[role] ?? null };
  const now: Thinking = { role, step, thought: message.thought, trail: [...(before?.trail ?? []), point] };
  return { ...state, thinking: [...state.thinking.filter((one) => one !== before), now] };
}

export function positionSeen(state: MatchState, position: Position): MatchState {
  return { ...state, positions: new Map(state.positions).set(position.step, position) };
}

/** The position without the moves of roles whose choice is made: nothing is left to click for them. */
export function withoutSent(position: Position, sent: ReadonlyMap<number, string>): Position {
  if (sent.size === 0) return position;
  return {
    ...position,
    legal: position.legal.map((moves, role) => (sent.has(role) ? null : moves)),
    turn: position.turn.map((turn, role) => turn && !sent.has(role)),
  };
}

/** How many legal moves a role has, where the position carries only the first of them; else null. */
export function cutOff(position: Position, role: number): number | null {
  const total = position.legal_total?.[role] ?? null;
  return total !== null && total > (position.legal[role]?.length ?? 0) ? total : null;
}

/** The roles of this page that have a choice to make now. Before everybody has taken their seat, the server takes no moves. */
export function rolesToMove(state: MatchState): number[] {
  if (state.view.state !== "running" || state.view.position.terminal) return [];
  return state.view.viewer.filter((role) => state.view.position.turn[role] === true && !state.sent.has(role));
}

/** The roles that the match waits for: the clock knows; without one the position tells. */
export function waitingFor(state: MatchState): boolean[] {
  const { view } = state;
  if (view.state !== "running") return view.roles.map(() => false);
  return view.roles.map((_, role) => (view.clock ? view.clock.waiting[role] === true : view.position.turn[role] === true) && !state.sent.has(role));
}
