import { describe, expect, it } from "vitest";
import type { GameSummary } from "../../api/types";
import { readResult } from "./result";
import { searchGames } from "./search_games";
import { duration, eloScale, labelledTicks, meeting, plannedMatches, playerNames, ranking, shade, signed, timeTaken } from "./standings";

const result = readResult({
  players: [
    { strategy: "weak", elo: -30, elo_interval: [-90, 20] },
    { strategy: "new" },
    { strategy: "strong", elo: 30, elo_interval: [-20, 90] },
  ],
  pairs: [{ players: [0, 2], wins: 1, draws: 2, losses: 5 }, { players: [0, 1], wins: 0, draws: 0, losses: 0 }],
})!;

describe("standings", () => {
  it("turns a pair around for the other player", () => {
    expect(meeting(result, 0, 2)).toEqual({ wins: 1, draws: 2, losses: 5, games: 8, points: 2 });
    expect(meeting(result, 2, 0)).toEqual({ wins: 5, draws: 2, losses: 1, games: 8, points: 6 });
    expect(meeting(result, 0, 1)).toBeNull();
    expect(meeting(result, 1, 2)).toBeNull();
  });

  it("ranks by Elo, players without games last", () => {
    expect(ranking(result.players)).toEqual([2, 0, 1]);
  });

  it("tells twins apart", () => {
    expect(playerNames(["random", "auto", "random"])).toEqual(["random #1", "auto", "random #2"]);
  });

  it("puts all intervals on one scale with round marks", () => {
    const scale = eloScale([{ value: 0, low: -130, high: 240 }]);
    expect(scale.ticks).toEqual([-200, -100, 0, 100, 200, 300]);
    expect(scale.place(scale.low)).toBe(8);
    expect(scale.place(scale.high)).toBe(92);
    expect(eloScale([]).ticks.length).toBeGreaterThan(2);
  });

  it("leaves numbers out where they would meet", () => {
    const scale = eloScale([{ value: 0, low: -130, high: 240 }]);
    expect(labelledTicks(scale, 600)).toEqual(scale.ticks);
    expect(labelledTicks(scale, 224)).toEqual([-200, 0, 200]);
    expect(labelledTicks(scale, 60)).toEqual([0]);
  });

  it("shades from lost to won", () => {
    expect([0, 0.5, 1, 7].map(shade)).toEqual([0, 3, 6, 6]);
  });

  it("counts the matches as the laboratory schedules them", () => {
    expect(plannedMatches(2, [2, 2], 2, false)).toBe(8);
    expect(plannedMatches(3, [3], 1, false)).toBe(18);
    expect(plannedMatches(4, [2], 1, true)).toBe(6);
    expect(plannedMatches(3, [1], 5, false)).toBe(15);
  });

  it("speaks of times and differences as people do", () => {
    expect([0.2, 59, 300, 3900].map(duration)).toEqual(["1 s", "59 s", "5 min", "1 h 5 min"]);
    expect([3.14e-7, 0.00014, 0.25, 2.5, 90].map(timeTaken)).toEqual(["0.3 µs", "140 µs", "250 ms", "2.5 s", "2 min"]);
    expect([12.4, -3.6, 0].map(signed)).toEqual(["+12", "−4", "0"]);
  });
});

describe("the search for games", () => {
  const game = (name: string, players: number, tags: string[], playable = true) =>
    ({ name, title: name, players, tags, playable, hidden: false }) as unknown as GameSummary;
  const games = [game("tictactoe", 2, ["board"]), game("hanoi", 1, ["puzzle"]), game("broken", 2, [], false)];

  it("wants every word and leaves out what cannot be played", () => {
    const names = (query: string) => searchGames(games, query).map((each) => each.name);
    expect(names("")).toEqual(["tictactoe", "hanoi"]);
    expect(names("2 players board")).toEqual(["tictactoe"]);
    expect(names("PUZZLE")).toEqual(["hanoi"]);
    expect(names("chess")).toEqual([]);
  });
});
