// What the form to start a match holds, and how it becomes the order to the server.
import type { Info, NewMatch, NewSeat } from "../../api/types";

/** Who takes a seat. `text` is a strategy or an address; `typed` says that it is not from the lists of the server. */
export interface SeatChoice {
  kind: "me" | "link" | "strategy" | "remote";
  text: string;
  typed: boolean;
}

export interface StartChoice {
  seats: SeatChoice[];
  name: string;
  clocks: boolean;
  startClock: string;
  playClock: string;
  casual: boolean;
  scramble: boolean;
  thoughts: boolean;
}

export interface Option {
  value: string;
  label: string;
}

export const kMe: SeatChoice = { kind: "me", text: "", typed: false };
const kMachine: SeatChoice = { kind: "strategy", text: "auto", typed: false };
const kLongestClock = 86_400;

export function players(roles: readonly string[]): string[] {
  return roles.filter((role) => role !== "random");
}

/** Me on the first seat, the machine on the others. */
export function defaultChoice(seats: number, name: string): StartChoice {
  return {
    seats: Array.from({ length: seats }, (_, index) => (index === 0 ? kMe : kMachine)),
    name,
    clocks: false,
    startClock: "30",
    playClock: "10",
    casual: true,
    scramble: false,
    thoughts: false,
  };
}

/** Everybody who can take a seat, as the values of one list. */
export function seatOptions(info: Info | undefined): Option[] {
  const strategies = info?.strategies ?? [];
  const known = strategies.some((one) => one.text === kMachine.text) ? strategies : [{ ...kMachine, title: "Automatic" }, ...strategies];
  return [
    { value: "me", label: "Me" },
    { value: "link", label: "Another person, by link" },
    ...known.map((one) => ({ value: `strategy:${one.text}`, label: `Machine: ${one.title}` })),
    { value: "strategy*", label: "Machine: a strategy I type" },
    ...(info?.remote_players ?? []).map((one) => ({ value: `remote:${one.url}`, label: `Remote: ${one.name}` })),
    { value: "remote*", label: "Remote: an address I type" },
  ];
}

export function seatValue(seat: SeatChoice): string {
  if (seat.kind === "me" || seat.kind === "link") return seat.kind;
  return seat.typed ? `${seat.kind}*` : `${seat.kind}:${seat.text}`;
}

export function seatOfValue(value: string): SeatChoice {
  if (value === "me" || value === "link") return { kind: value, text: "", typed: false };
  const kind = value.startsWith("remote") ? "remote" : "strategy";
  if (value.endsWith("*")) return { kind, text: "", typed: true };
  return { kind, text: value.slice(value.indexOf(":") + 1), typed: false };
}

function seconds(text: string): number | null {
  const value = Number(text);
  return text.trim() !== "" && value >= 1 && value <= kLongestClock ? value : null;
}

export interface Problems {
  seats: (string | undefined)[];
  startClock?: string;
  playClock?: string;
}

export function problemsOf(choice: StartChoice): Problems | null {
  const clock = `Between 1 and ${kLongestClock} seconds.`;
  const problems: Problems = {
    seats: choice.seats.map((seat) => {
      if (!seat.typed || seat.text.trim() !== "") return undefined;
      return seat.kind === "strategy" ? "Type a strategy, such as mcts(time=2s)." : "Type an address, such as http://localhost:9147.";
    }),
  };
  if (choice.clocks && seconds(choice.startClock) === null) problems.startClock = clock;
  if (choice.clocks && seconds(choice.playClock) === null) problems.playClock = clock;
  const fine = problems.seats.every((one) => one === undefined) && !problems.startClock && !problems.playClock;
  return fine ? null : problems;
}

function newSeat(seat: SeatChoice, name: string): NewSeat {
  switch (seat.kind) {
    case "me":
      return name.trim() ? { kind: "person", name: name.trim() } : { kind: "person" };
    case "link":
      return { kind: "person" };
    case "strategy":
      return { kind: "strategy", strategy: seat.text.trim() };
    case "remote":
      return { kind: "remote", url: seat.text.trim() };
  }
}

/** The order for the server, and which of its seats this browser plays. */
export function startOrder(game: { name: string }, choice: StartChoice): { request: NewMatch; mine: boolean[] } {
  const request: NewMatch = {
    game: game.name,
    seats: choice.seats.map((seat) => newSeat(seat, choice.name)),
    start_clock: choice.clocks ? Number(choice.startClock) : 0,
    play_clock: choice.clocks ? Number(choice.playClock) : 0,
    casual: choice.casual,
    scramble: choice.scramble,
    show_thoughts: choice.thoughts,
  };
  return { request, mine: choice.seats.map((seat) => seat.kind === "me") };
}

/** An address that the server does not list may need the admin token. */
export function needsAdmin(info: Info | undefined, choice: StartChoice): boolean {
  return info?.admin_needed === true && choice.seats.some((seat) => seat.kind === "remote" && seat.typed);
}
