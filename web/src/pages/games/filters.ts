// Which games the gallery shows and in what order. The choice lives in the address, so that it can be shared and survives going back.
import type { GameSummary } from "../../api/types";

export type Players = "" | "1" | "2" | "more";
export type Sort = "title" | "length" | "players";

export interface Filters {
  text: string;
  players: Players;
  kind: string;
  hidden: boolean;
  puzzle: boolean;
  simultaneous: boolean;
  sort: Sort;
}

export type Query = Record<string, string | string[] | undefined>;

// Tags that have a filter of their own, or say nothing to somebody who looks for a game.
const kNotKinds = new Set(["two-player", "multi-player", "solitaire", "puzzle", "simultaneous", "turn-taking", "hidden-information", "stress"]);

function word(query: Query, key: string): string {
  const value = query[key];
  return (Array.isArray(value) ? value[0] : value) ?? "";
}

function oneOf<T extends string>(text: string, allowed: readonly T[], otherwise: T): T {
  return allowed.find((one) => one === text) ?? otherwise;
}

export function readFilters(query: Query): Filters {
  return {
    text: word(query, "q"),
    players: oneOf<Players>(word(query, "players"), ["1", "2", "more"], ""),
    kind: word(query, "kind"),
    hidden: word(query, "hidden") === "1",
    puzzle: word(query, "puzzle") === "1",
    simultaneous: word(query, "simultaneous") === "1",
    sort: oneOf<Sort>(word(query, "sort"), ["length", "players"], "title"),
  };
}

/** What belongs into the address; null takes a word out. */
export function writeFilters(filters: Filters): Record<string, string | null> {
  const flag = (on: boolean) => (on ? "1" : null);
  return {
    q: filters.text || null,
    players: filters.players || null,
    kind: filters.kind || null,
    hidden: flag(filters.hidden),
    puzzle: flag(filters.puzzle),
    simultaneous: flag(filters.simultaneous),
    sort: filters.sort === "title" ? null : filters.sort,
  };
}

export function isPuzzle(game: GameSummary): boolean {
  return game.tags.includes("puzzle");
}

export function isSimultaneous(game: GameSummary): boolean {
  return game.tags.includes("simultaneous");
}

function playersFit(game: GameSummary, players: Players): boolean {
  if (players === "") return true;
  return players === "more" ? game.players > 2 : game.players === Number(players);
}

function textFits(game: GameSummary, words: readonly string[]): boolean {
  const text = [game.name, game.title, game.summary, ...game.tags].join(" ").toLowerCase();
  return words.every((one) => text.includes(one));
}

const kOrders: Record<Sort, (a: GameSummary, b: GameSummary) => number> = {
  title: () => 0,
  // Games of unknown length go last.
  length: (a, b) => (a.mean_length ?? Infinity) - (b.mean_length ?? Infinity) || 0,
  players: (a, b) => a.players - b.players,
};

export function selectGames(games: readonly GameSummary[], filters: Filters): GameSummary[] {
  const words = filters.text.toLowerCase().split(/\s+/).filter(Boolean);
  const chosen = games.filter(
    (game) =>
      playersFit(game, filters.players) &&
      (filters.kind === "" || game.tags.includes(filters.kind)) &&
      (!filters.hidden || game.hidden) &&
      (!filters.puzzle || isPuzzle(game)) &&
      (!filters.simultaneous || isSimultaneous(game)) &&
      textFits(game, words),
  );
  const order = kOrders[filters.sort];
  return chosen.sort((a, b) => order(a, b) || a.title.localeCompare(b.title));
}

/** The kinds to choose from, most frequent first. */
export function kinds(games: readonly GameSummary[]): { tag: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const tag of games.flatMap((game) => game.tags)) {
    if (!kNotKinds.has(tag)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  }
  return [...counts].map(([tag, count]) => ({ tag, count })).sort((a, b) => b.count - a.count || a.tag.localeCompare(b.tag));
}
