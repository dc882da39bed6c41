import { describe, expect, it } from "vitest";
import type { GameSummary } from "../../api/types";
import { kinds, readFilters, selectGames, writeFilters } from "./filters";

function game(name: string, more: Partial<GameSummary> = {}): GameSummary {
  return {
    name,
    title: name.toUpperCase(),
    summary: `The game of ${name}.`,
    dialect: "gdl",
    roles: ["a", "b"],
    players: 2,
    hidden: false,
    playable: true,
    tags: ["two-player", "board"],
    mean_length: null,
    value: null,
    ...more,
  };
}

const kGames = [
  game("chess", { tags: ["board", "classic", "capture"], mean_length: 90 }),
  game("poker", { hidden: true, tags: ["cards", "hidden-information"], mean_length: 4 }),
  game("sudoku", { players: 1, tags: ["board", "puzzle"] }),
  game("tron", { players: 4, tags: ["board", "simultaneous"], mean_length: 20 }),
];

const names = (query: Record<string, string>) => selectGames(kGames, readFilters(query)).map((one) => one.name);

describe("filters of the gallery", () => {
  it("shows all games by title without a choice", () => {
    expect(names({})).toEqual(["chess", "poker", "sudoku", "tron"]);
  });

  it("selects by players, kind, hidden information, puzzles and simultaneous moves", () => {
    expect(names({ players: "2" })).toEqual(["chess", "poker"]);
    expect(names({ players: "more" })).toEqual(["tron"]);
    expect(names({ kind: "capture" })).toEqual(["chess"]);
    expect(names({ hidden: "1" })).toEqual(["poker"]);
    expect(names({ puzzle: "1" })).toEqual(["sudoku"]);
    expect(names({ simultaneous: "1" })).toEqual(["tron"]);
    expect(names({ hidden: "1", players: "1" })).toEqual([]);
  });

  it("finds all words of a search anywhere, in any case", () => {
    expect(names({ q: "BOARD chess" })).toEqual(["chess"]);
    expect(names({ q: "  game OF  " })).toHaveLength(4);
    expect(names({ q: "chess cards" })).toEqual([]);
  });

  it("sorts by length with unknown lengths last", () => {
    expect(names({ sort: "length" })).toEqual(["poker", "tron", "chess", "sudoku"]);
    expect(names({ sort: "players" })).toEqual(["sudoku", "chess", "poker", "tron"]);
  });

  it("goes through the address and back", () => {
    const filters = readFilters({ q: "a b", players: "more", kind: "board", hidden: "1", sort: "length" });
    const query = Object.fromEntries(Object.entries(writeFilters(filters)).filter(([, value]) => value !== null)) as Record<string, string>;
    expect(readFilters(query)).toEqual(filters);
    expect(writeFilters(readFilters({}))).toEqual({ q: null, players: null, kind: null, hidden: null, puzzle: null, simultaneous: null, sort: null });
  });

  it("ignores words in the address that mean nothing", () => {
    expect(readFilters({ players: "17", sort: "colour", hidden: "yes" })).toEqual(readFilters({}));
  });

  it("counts kinds without the tags that have filters of their own", () => {
    expect(kinds(kGames)).toEqual([
      { tag: "board", count: 3 },
      { tag: "capture", count: 1 },
      { tag: "cards", count: 1 },
      { tag: "classic", count: 1 },
    ]);
  });
});
