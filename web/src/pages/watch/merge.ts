// A list of matches from several messages: one entry for each, the newest match first.
import type { MatchSummary } from "../../api/types";

export function isLiveState(state: MatchSummary["state"]): boolean {
  return state === "starting" || state === "running";
}

/** `newer` wins where both tell about a match. */
export function merged(older: readonly MatchSummary[], newer: readonly MatchSummary[]): MatchSummary[] {
  const byId = new Map<string, MatchSummary>();
  for (const match of [...older, ...newer]) byId.set(match.id, match);
  return [...byId.values()].sort((a, b) => b.created_at - a.created_at || (a.id < b.id ? 1 : -1));
}
