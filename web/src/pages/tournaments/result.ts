// The result of a tournament as `agon tournament --json` prints it, and the lines about its last games. The interface carries both as
// free objects, so they are read with care: what is missing or of another kind becomes null, never an exception in the middle of a page.

export interface Estimate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

export interface PlayerResult {
  readonly strategy: string;
  readonly games: number;
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
  /** Mean goal, 0 to 100. */
  readonly score: Estimate | null;
  /** Share of the points, 0 to 1. */
  readonly points: Estimate | null;
  readonly elo: Estimate | null;
  readonly seconds: Estimate | null;
  readonly faults: Faults;
}

export interface Faults {
  readonly late: number;
  readonly illegal: number;
  readonly errors: number;
  readonly crashes: number;
  readonly missing_goals: number;
  readonly trouble: string;
}

export interface PairResult {
  readonly a: number;
  readonly b: number;
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
  readonly elo: Estimate | null;
}

export interface GameResult {
  readonly game: string;
  readonly games: number;
  readonly unfinished: number;
  readonly trouble: string;
  readonly length: Estimate | null;
  /** Per player. */
  readonly players: (Estimate | null)[];
  readonly roles: string[];
  readonly by_role: (Estimate | null)[];
}

export interface TournamentResult {
  readonly games: number;
  readonly scheduled: number;
  readonly unfinished: number;
  readonly players: PlayerResult[];
  readonly pairs: PairResult[];
  readonly by_game: GameResult[];
  /** Somebody won or lost everything, and one draw between every two players was assumed. */
  readonly assumed_draws: boolean;
}

export interface PlayedGame {
  readonly id: number;
  readonly round: number;
  readonly game: string;
  readonly strategies: string[];
  readonly goals: (number | null)[];
  readonly finished: boolean;
  readonly end: string;
  readonly length: number;
  readonly wall_seconds: number;
  /** Seats with something wrong, in words; empty if all went well. */
  readonly faults: string[];
  readonly trouble: string;
}

type Fields = Record<string, unknown>;

const fieldsOf = (value: unknown): Fields => (typeof value === "object" && value !== null ? (value as Fields) : {});
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
const numberOf = (value: unknown): number => (typeof value === "number" && Number.isFinite(value) ? value : 0);
const numberOrNull = (value: unknown): number | null => (typeof value === "number" && Number.isFinite(value) ? value : null);

function estimate(value: unknown, interval: unknown): Estimate | null {
  const middle = numberOrNull(value);
  if (middle === null) return null;
  const [low, high] = listOf(interval);
  return { value: middle, low: numberOrNull(low) ?? middle, high: numberOrNull(high) ?? middle };
}

function readPlayer(value: unknown): PlayerResult {
  const player = fieldsOf(value);
  return {
    strategy: textOf(player["strategy"]),
    games: numberOf(player["games"]),
    wins: numberOf(player["wins"]),
    draws: numberOf(player["draws"]),
    losses: numberOf(player["losses"]),
    score: estimate(player["score"], player["interval"]),
    points: estimate(player["points"], player["points_interval"]),
    elo: estimate(player["elo"], player["elo_interval"]),
    seconds: estimate(player["seconds_per_move"], player["seconds_interval"]),
    faults: {
      late: numberOf(player["late"]),
      illegal: numberOf(player["illegal"]),
      errors: numberOf(player["errors"]),
      crashes: numberOf(player["crashes"]),
      missing_goals: numberOf(player["missing_goals"]),
      trouble: textOf(player["trouble"]),
    },
  };
}

function readPair(value: unknown): PairResult {
  const pair = fieldsOf(value);
  const [a, b] = listOf(pair["players"]);
  return {
    a: numberOf(a),
    b: numberOf(b),
    wins: numberOf(pair["wins"]),
    draws: numberOf(pair["draws"]),
    losses: numberOf(pair["losses"]),
    elo: estimate(pair["elo"], pair["elo_interval"]),
  };
}

function readScores(value: unknown): (Estimate | null)[] {
  return listOf(value).map((each) => {
    const score = fieldsOf(each);
    return estimate(score["score"], score["interval"]);
  });
}

function readGame(value: unknown): GameResult {
  const game = fieldsOf(value);
  return {
    game: textOf(game["game"]),
    games: numberOf(game["games"]),
    unfinished: numberOf(game["unfinished"]),
    trouble: textOf(game["trouble"]),
    length: estimate(game["length"], game["length_interval"]),
    players: readScores(game["players"]),
    roles: listOf(game["roles"]).map(textOf),
    by_role: readScores(game["by_role"]),
  };
}

export function readResult(value: unknown): TournamentResult | null {
  if (typeof value !== "object" || value === null) return null;
  const result = fieldsOf(value);
  return {
    games: numberOf(result["games"]),
    scheduled: numberOf(result["scheduled"]),
    unfinished: numberOf(result["unfinished"]),
    players: listOf(result["players"]).map(readPlayer),
    pairs: listOf(result["pairs"]).map(readPair),
    by_game: listOf(result["by_game"]).map(readGame),
    assumed_draws: result["assumed_draws"] === true,
  };
}

function seatFaults(game: Fields, seat: number): string[] {
  const count = (field: string) => numberOf(listOf(game[field])[seat]);
  const told: string[] = [];
  if (listOf(game["crashed"])[seat] === true) told.push("crashed");
  for (const [field, word] of [["late", "late"], ["illegal", "illegal"], ["errors", "failed"]] as const) {
    if (count(field) > 0) told.push(`${count(field)} ${word}`);
  }
  return told;
}

export function readPlayedGame(value: unknown): PlayedGame {
  const game = fieldsOf(value);
  const strategies = listOf(game["strategies"]).map(textOf);
  const faults = strategies.flatMap((strategy, seat) => {
    const told = seatFaults(game, seat);
    return told.length > 0 ? [`${strategy}: ${told.join(", ")}`] : [];
  });
  return {
    id: numberOf(game["id"]),
    round: numberOf(game["round"]),
    game: textOf(game["game"]),
    strategies,
    goals: listOf(game["goals"]).map(numberOrNull),
    finished: game["finished"] === true,
    end: textOf(game["end"]),
    length: numberOf(game["length"]),
    wall_seconds: numberOf(game["wall_seconds"]),
    faults,
    trouble: textOf(game["trouble"]),
  };
}
