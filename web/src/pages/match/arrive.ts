// Coming to a match: a seat in the fragment of the link is taken over into this browser, then the match is asked for.
import { api, ApiFailure } from "../../api/client";
import type { MatchView } from "../../api/types";
import { keepMatch, keptMatch, ownTokens, withSeat, type KeptMatch } from "../../matches/seats";

export interface Arrival {
  view: MatchView;
  kept: KeptMatch;
  tokens: string[];
}

async function takeSeat(kept: KeptMatch, token: string, signal: AbortSignal): Promise<KeptMatch> {
  if (kept.seats.some((seat) => seat.mine && seat.token === token)) return kept;
  const view = await api.match(kept.id, [token], { signal });
  const role = view.roles[view.viewer[0] ?? -1];
  if (role === undefined) {
    throw new ApiFailure("unknown-seat", "This link does not open a seat of the match.", {
      hint: "Ask for the link again, or watch the match without a seat.",
    });
  }
  return withSeat(kept, role, token);
}

/** `seats` are tokens from the link; with `asWatcher` seats of this browser are left alone. */
export async function arrive(id: string, seats: readonly string[], asWatcher: boolean, signal: AbortSignal): Promise<Arrival> {
  let kept = keptMatch(id);
  for (const token of seats) kept = await takeSeat(kept, token, signal);
  if (seats.length > 0) keepMatch(kept);
  const tokens = asWatcher ? [] : ownTokens(kept);
  return { view: await api.match(id, tokens, { signal }), kept, tokens };
}
