// The application's one connection to /api/live: `LiveConnection` (live_connection.ts) bound to this browser window, its state as a signal.
import { createSignal } from "solid-js";
import { LiveConnection, type ConnectionState } from "./live_connection";

export type { ConnectionState, MatchHandlers, MoveOrder } from "./live_connection";

const [connection, setConnection] = createSignal<ConnectionState>("connecting");
export { connection };

function address(): string {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  return `${scheme}//${location.host}/api/live`;
}

const live = new LiveConnection({
  open: () => new WebSocket(address()),
  onState: setConnection,
});

// A page that comes back into view, or a network that comes back, should not wait for the next attempt.
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") live.retryNow();
});
window.addEventListener("online", () => live.retryNow());

export const watchMatch = live.watchMatch.bind(live);
export const watchTournament = live.watchTournament.bind(live);
export const watchList = live.watchList.bind(live);
export const sendMove = live.sendMove.bind(live);
