// How a match ended, in words.
import type { MatchView } from "../../api/types";

type Ended = Pick<MatchView, "state" | "goals" | "viewer" | "roles">;

// The random role wants nothing.
function players(view: Ended): number[] {
  return view.roles.flatMap((role, index) => (role === "random" ? [] : [index]));
}

export function headline(view: Ended): string {
  if (view.state === "aborted") return "The match was ended early.";
  if (!view.goals) return "The match is over.";
  const seats = players(view);
  const goals = seats.map((role) => view.goals?.[role] ?? null);
  if (goals.includes(null)) return "The match is over; the rules give no clear result.";
  if (seats.length === 1) return `Finished with ${goals[0]} of 100 points.`;
  const best = Math.max(...goals.map((goal) => goal ?? 0));
  const winners = seats.filter((_, index) => goals[index] === best);
  if (winners.length === seats.length) return best === 50 ? "A draw." : `All end with ${best} points.`;
  if (view.viewer.length === 1 && winners.includes(view.viewer[0]!)) return winners.length > 1 ? "You share the win." : "You win.";
  return `${names(view, winners)} ${winners.length > 1 ? "win" : "wins"}.`;
}

function names(view: Ended, roles: readonly number[]): string {
  const words = roles.map((role) => view.roles[role] ?? "");
  const last = words.pop() ?? "";
  return words.length > 0 ? `${words.join(", ")} and ${last}` : last;
}
