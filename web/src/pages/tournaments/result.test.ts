import { describe, expect, it } from "vitest";
import { readPlayedGame, readResult } from "./result";

const printed = {
  schema: "agon.tournament-result/1",
  games: 8,
  scheduled: 8,
  unfinished: 0,
  players: [
    { strategy: "random", games: 8, score: 56.25, interval: [25.9, 82.6], wins: 4, draws: 1, losses: 3, points: 0.5625, points_interval: [0.26, 0.83],
      elo: 21.8, elo_interval: [-99.5, 143.2], seconds_per_move: 1.9e-7, seconds_interval: [1.5e-7, 2.3e-7], illegal: 0, late: 2, errors: 0, crashes: 0,
      missing_goals: 0, trouble: "slow" },
    { strategy: "first-legal", games: 0, score: null, interval: null, wins: 0, draws: 0, losses: 0, points: null, points_interval: null, elo: null,
      elo_interval: null },
  ],
  pairs: [{ players: [0, 1], wins: 4, draws: 1, losses: 3, points: 0.5625, points_interval: [0.26, 0.83], elo: 43.7, elo_interval: [-182, 270] }],
  by_game: [{ game: "tictactoe", games: 4, unfinished: 1, length: 7.5, length_interval: [4.4, 10.5], players: [{ score: 62.5, interval: [21.9, 90.8] }, {}],
    roles: ["xplayer", "oplayer"], by_role: [{ score: 87.5, interval: [39.6, 98.7] }, { score: 12.5, interval: [1.3, 60.4] }] }],
  assumed_draws: false,
};

describe("a tournament's result", () => {
  it("is read as the laboratory prints it", () => {
    const result = readResult(printed)!;
    expect(result.players[0]!.elo).toEqual({ value: 21.8, low: -99.5, high: 143.2 });
    expect(result.players[0]!.faults).toMatchObject({ late: 2, illegal: 0, trouble: "slow" });
    expect(result.players[1]!.elo).toBeNull();
    expect(result.pairs[0]).toMatchObject({ a: 0, b: 1, wins: 4, draws: 1, losses: 3 });
    expect(result.by_game[0]!.players).toEqual([{ value: 62.5, low: 21.9, high: 90.8 }, null]);
    expect(result.by_game[0]!.by_role[1]!.value).toBe(12.5);
  });

  it("is nothing before the first match, and survives what it does not know", () => {
    expect(readResult(null)).toBeNull();
    expect(readResult({ players: "none", pairs: [7] })).toMatchObject({ players: [], pairs: [{ a: 0, b: 0, wins: 0 }] });
  });
});

describe("a played game", () => {
  it("tells the faults of its seats in words", () => {
    const game = readPlayedGame({
      id: 3, round: 0, game: "connectfour", strategies: ["auto", "slow"], goals: [100, 0], finished: false, end: "forfeit", length: 9,
      late: [0, 2], illegal: [0, 1], errors: [0, 0], crashed: [false, true], wall_seconds: 1.5, trouble: "out of memory",
    });
    expect(game.faults).toEqual(["slow: crashed, 2 late, 1 illegal"]);
    expect(game).toMatchObject({ id: 3, goals: [100, 0], finished: false, trouble: "out of memory" });
  });
});
