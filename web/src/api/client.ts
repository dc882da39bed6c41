// One typed function per request of docs/api.md. Failures are thrown as `ApiFailure`; an aborted request throws the browser's AbortError.
import { ApiFailure, isAbort } from "./failure";
import type {
  ApiError,
  Check,
  Game,
  Games,
  Info,
  Knowledge,
  LegalMoves,
  MatchCreated,
  MatchSummary,
  MatchView,
  Matches,
  NewMatch,
  NewTournament,
  Perft,
  Position,
  RulesPosition,
  Statistics,
  Tournament,
  Tournaments,
  Walk,
} from "./types";

export { ApiFailure, describeFailure, isAbort } from "./failure";

export interface RequestOptions {
  signal?: AbortSignal;
  /** A request speaks for one seat: the first token goes into `Authorization`. The WebSocket takes them all. */
  tokens?: readonly string[];
}

export type RecordForm = "agon" | "public";
export type MatchState = MatchSummary["state"];

export interface MatchQuery {
  state?: readonly ("live" | "ended")[];
  limit?: number;
  before?: string;
}

export interface LegalMovesQuery {
  role: number;
  step: number;
  prefix: string;
  after?: number;
}

const legalParameters = ({ role, step, prefix, after = 0 }: LegalMovesQuery): Record<string, string> => ({
  role: String(role),
  step: String(step),
  prefix,
  after: String(after),
});

async function send(method: string, path: string, body: unknown, options: RequestOptions): Promise<Response> {
  const headers: Record<string, string> = { Accept: "application/json" };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const token = options.tokens?.[0];
  if (token) headers["Authorization"] = `Bearer ${token}`;
  const request: RequestInit = { method, headers };
  if (body !== undefined) request.body = JSON.stringify(body);
  if (options.signal) request.signal = options.signal;
  try {
    return await fetch(path, request);
  } catch (error) {
    if (isAbort(error)) throw error;
    throw new ApiFailure("unreachable", "The server does not answer.", {
      hint: "Check that it is running and that this device is online, then try again.",
    });
  }
}

async function failureOf(response: Response): Promise<ApiFailure> {
  try {
    const error = (await response.json()) as ApiError;
    if (typeof error.message === "string") return ApiFailure.of(error, response.status);
  } catch {
    // A proxy in between answers with a page of its own; its status is all there is to tell.
  }
  return new ApiFailure("bad-answer", `The server answered with status ${response.status}.`, {
    status: response.status,
    hint: "Try again in a moment.",
  });
}

async function request<T>(method: "GET" | "POST", path: string, body: unknown, options: RequestOptions = {}): Promise<T> {
  const response = await send(method, path, body, options);
  if (!response.ok) throw await failureOf(response);
  try {
    return (await response.json()) as T;
  } catch (error) {
    if (isAbort(error)) throw error;
    throw new ApiFailure("bad-answer", "The answer of the server could not be read.", { status: response.status });
  }
}

const get = <T>(path: string, options?: RequestOptions) => request<T>("GET", path, undefined, options);
const post = <T>(path: string, body: unknown, options?: RequestOptions) => request<T>("POST", path, body, options);
const part = encodeURIComponent;

function matchesPath(query: MatchQuery): string {
  const words = new URLSearchParams();
  if (query.state?.length) words.set("state", query.state.join(","));
  if (query.limit !== undefined) words.set("limit", String(query.limit));
  if (query.before !== undefined) words.set("before", query.before);
  const text = words.toString();
  return text ? `/api/matches?${text}` : "/api/matches";
}

export const api = {
  info: (options?: RequestOptions) => get<Info>("/api/info", options),
  games: (options?: RequestOptions) => get<Games>("/api/games", options),
  game: (name: string, options?: RequestOptions) => get<Game>(`/api/games/${part(name)}`, options),

  check: (text: string, options?: RequestOptions) => post<Check>("/api/rules/check", { text }, options),
  rulesPosition: (body: { text: string; moves: string[][] }, options?: RequestOptions) =>
    post<RulesPosition>("/api/rules/position", body, options),
  walk: (body: { text: string; seed: number; max_steps: number }, options?: RequestOptions) =>
    post<Walk>("/api/rules/walk", body, options),
  statistics: (body: { text: string; playouts: number; seconds: number; seed: number }, options?: RequestOptions) =>
    post<Statistics>("/api/rules/statistics", body, options),
  knowledge: (body: { text: string; seconds: number; moves: string[][] }, options?: RequestOptions) =>
    post<Knowledge>("/api/rules/knowledge", body, options),
  perft: (body: { text: string; depth: number; seconds: number }, options?: RequestOptions) =>
    post<Perft>("/api/rules/perft", body, options),

  matches: (query: MatchQuery = {}, options?: RequestOptions) => get<Matches>(matchesPath(query), options),
  createMatch: (body: NewMatch, options?: RequestOptions) => post<MatchCreated>("/api/matches", body, options),
  match: (id: string, tokens: readonly string[] = [], options?: RequestOptions) =>
    get<MatchView>(`/api/matches/${part(id)}`, { ...options, tokens }),
  position: (id: string, step: number, tokens: readonly string[] = [], options?: RequestOptions) =>
    get<Position>(`/api/matches/${part(id)}/positions/${step}`, { ...options, tokens }),
  /** A page of the legal moves of a role that begin with a text; `after` is `next` of the page before. */
  legalMoves: (id: string, query: LegalMovesQuery, tokens: readonly string[] = [], options?: RequestOptions) =>
    get<LegalMoves>(`/api/matches/${part(id)}/legal?${new URLSearchParams(legalParameters(query))}`, { ...options, tokens }),
  move: (id: string, body: { role: number; step: number; move: string }, token: string, options?: RequestOptions) =>
    post<unknown>(`/api/matches/${part(id)}/moves`, body, { ...options, tokens: [token] }),
  takeback: (id: string, token: string, options?: RequestOptions) =>
    post<unknown>(`/api/matches/${part(id)}/takeback`, {}, { ...options, tokens: [token] }),
  abort: (id: string, token: string, options?: RequestOptions) =>
    post<unknown>(`/api/matches/${part(id)}/abort`, {}, { ...options, tokens: [token] }),
  recordAddress: (id: string, form: RecordForm = "agon") =>
    `/api/matches/${part(id)}/record${form === "public" ? "?form=public" : ""}`,
  importRecord: (record: unknown, options?: RequestOptions) => post<MatchCreated>("/api/records", record, options),

  tournaments: (options?: RequestOptions) => get<Tournaments>("/api/tournaments", options),
  createTournament: (body: NewTournament, options?: RequestOptions) =>
    post<{ id: string; owner: string }>("/api/tournaments", body, options),
  tournament: (id: string, options?: RequestOptions) => get<Tournament>(`/api/tournaments/${part(id)}`, options),
  stopTournament: (id: string, options?: RequestOptions) => post<unknown>(`/api/tournaments/${part(id)}/stop`, {}, options),
  tournamentReport: (id: string) => `/api/tournaments/${part(id)}/report`,
};
