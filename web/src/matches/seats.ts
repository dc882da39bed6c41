// Which seats of which matches belong to this browser. Tokens live here and in fragments of links, never in addresses that a server sees.
import type { MatchCreated, NewMatch } from "../api/types";
import { readJson, writeJson } from "../shell/storage";

export interface KeptSeat {
  role: string;
  token: string;
  /** False for seats that are meant for somebody else: their tokens are shown as links, not used. */
  mine: boolean;
}

export interface KeptMatch {
  id: string;
  owner: string | null;
  seats: KeptSeat[];
  /** What the match was started with, for playing again. */
  request: NewMatch | null;
}

const kKey = "agon.matches";
// A token is useless once its match is long over; the oldest go.
const kAtMost = 200;

function isKept(value: unknown): value is KeptMatch {
  const match = value as Partial<KeptMatch> | null;
  return typeof match === "object" && match !== null && typeof match.id === "string" && Array.isArray(match.seats);
}

function all(): KeptMatch[] {
  const value = readJson(kKey);
  return Array.isArray(value) ? value.filter(isKept) : [];
}

export function keptMatch(id: string): KeptMatch {
  return all().find((match) => match.id === id) ?? { id, owner: null, seats: [], request: null };
}

/** False if the browser refused to keep it; the seat is then lost when the page is left. */
export function keepMatch(match: KeptMatch): boolean {
  return writeJson(kKey, [match, ...all().filter((other) => other.id !== match.id)].slice(0, kAtMost));
}

/** `mine` says, in the order of the request's seats, which ones this browser plays. */
export function keptOf(created: MatchCreated, request: NewMatch, mine: readonly boolean[]): KeptMatch {
  const players = created.seats.filter((seat) => seat.role !== "random");
  const seats = players.flatMap((seat, index) =>
    seat.token === null ? [] : [{ role: seat.role, token: seat.token, mine: mine[index] ?? false }],
  );
  return { id: created.id, owner: created.owner, seats, request };
}

export function withSeat(match: KeptMatch, role: string, token: string): KeptMatch {
  const others = match.seats.filter((seat) => seat.role !== role);
  return { ...match, seats: [...others, { role, token, mine: true }] };
}

export function ownTokens(match: KeptMatch): string[] {
  return match.seats.filter((seat) => seat.mine).map((seat) => seat.token);
}

export function seatLink(origin: string, id: string, token: string): string {
  return `${origin}/play/${encodeURIComponent(id)}#seat=${encodeURIComponent(token)}`;
}

/** The tokens in the fragment of a link: `#seat=TOKEN`, more of them joined by `&`. */
export function seatsInFragment(hash: string): string[] {
  return new URLSearchParams(hash.replace(/^#/, "")).getAll("seat").filter((token) => token !== "");
}

/** The same match with everybody one seat further: of two players each gets the other's side. */
export function swapped(request: NewMatch, mine: readonly boolean[]): { request: NewMatch; mine: boolean[] } {
  const turned = <T>(list: readonly T[]): T[] => (list.length === 0 ? [] : [list[list.length - 1]!, ...list.slice(0, -1)]);
  return { request: { ...request, seats: turned(request.seats) }, mine: turned(mine) };
}
