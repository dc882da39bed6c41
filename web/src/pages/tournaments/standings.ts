// From a result to what the tables and plots show.

import type { Estimate, PlayerResult, TournamentResult } from "./result";

/** What a player got against another one, from its own point of view. */
export interface Meeting {
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
  readonly games: number;
  readonly points: number;
}

export function meeting(result: TournamentResult, row: number, column: number): Meeting | null {
  for (const pair of result.pairs) {
    const straight = pair.a === row && pair.b === column;
    if (!straight && !(pair.a === column && pair.b === row)) continue;
    const wins = straight ? pair.wins : pair.losses;
    const losses = straight ? pair.losses : pair.wins;
    const games = wins + losses + pair.draws;
    return games === 0 ? null : { wins, draws: pair.draws, losses, games, points: wins + pair.draws / 2 };
  }
  return null;
}

/** Players by rank: highest Elo first, those without games last, ties in their given order. */
export function ranking(players: readonly PlayerResult[]): number[] {
  const strength = (index: number) => players[index]?.elo?.value ?? Number.NEGATIVE_INFINITY;
  return players.map((_, index) => index).sort((a, b) => (strength(a) === strength(b) ? a - b : strength(b) - strength(a)));
}

/** Seven shades from lost to won; the colours belong to the style sheet. */
export function shade(share: number): number {
  return Math.min(6, Math.max(0, Math.round(share * 6)));
}

/** Two players with one text are told apart by number. */
export function playerNames(strategies: readonly string[]): string[] {
  const total = new Map<string, number>();
  for (const strategy of strategies) total.set(strategy, (total.get(strategy) ?? 0) + 1);
  const seen = new Map<string, number>();
  return strategies.map((strategy) => {
    const number = (seen.get(strategy) ?? 0) + 1;
    seen.set(strategy, number);
    return total.get(strategy) === 1 ? strategy : `${strategy} #${number}`;
  });
}

export interface Scale {
  readonly low: number;
  readonly high: number;
  readonly ticks: number[];
  /** In percent of the width. */
  readonly place: (value: number) => number;
}

const kSteps = [10, 20, 50, 100, 200, 500, 1000, 2000];

/** A common scale for all intervals, with round numbers at its marks and a little room at the ends. */
export function eloScale(estimates: readonly Estimate[]): Scale {
  const least = Math.min(-50, ...estimates.map((each) => each.low));
  const most = Math.max(50, ...estimates.map((each) => each.high));
  const step = kSteps.find((each) => (most - least) / each <= 6) ?? 5000;
  const low = Math.floor(least / step) * step;
  const high = Math.ceil(most / step) * step;
  const ticks: number[] = [];
  for (let tick = low; tick <= high; tick += step) ticks.push(tick);
  return { low, high, ticks, place: (value) => 8 + (84 * (value - low)) / (high - low) };
}

// A number of four digits with its sign, and a gap.
const kLabelWidth = 52;

/** The marks that have room for their numbers on so many pixels: every one, every second, ...; zero is always among them. */
export function labelledTicks({ ticks, place }: Scale, width: number): number[] {
  const [first = 0, second = 1] = ticks;
  const step = second - first;
  const apart = ((place(second) - place(first)) / 100) * width;
  const every = Math.max(1, Math.ceil(kLabelWidth / apart));
  return ticks.filter((tick) => Math.round(tick / step) % every === 0);
}

export function signed(value: number): string {
  const rounded = Math.round(value);
  return rounded > 0 ? `+${rounded}` : rounded < 0 ? `\u2212${-rounded}` : "0";
}

/** "1 h 5 min", "3 min", "20 s": what is left, no more precise than it deserves. */
export function duration(seconds: number): string {
  if (seconds < 60) return `${Math.max(1, Math.round(seconds))} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

const digits = (value: number) => (value < 10 ? value.toFixed(1) : String(Math.round(value)));

/** Seconds in the unit that suits: a random player needs microseconds, a search seconds, a long match minutes. */
export function timeTaken(seconds: number): string {
  if (seconds < 1e-3) return `${digits(seconds * 1e6)} µs`;
  if (seconds < 1) return `${digits(seconds * 1e3)} ms`;
  return seconds < 60 ? `${digits(seconds)} s` : duration(seconds);
}

/** Matches of a tournament: in a round every two players meet in every game with every mixture of seats. */
export function plannedMatches(players: number, roles: readonly number[], rounds: number, gauntlet: boolean): number {
  const pairs = gauntlet ? Math.max(0, players - 1) : (players * (players - 1)) / 2;
  const perRound = roles.map((count) => (count === 1 ? players : pairs * (2 ** count - 2)));
  return rounds * perRound.reduce((sum, each) => sum + each, 0);
}
