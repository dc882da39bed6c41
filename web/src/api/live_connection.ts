// One WebSocket for all that happens, kept alive: it connects when somebody watches, comes back after a gap with growing pauses, and then
// asks again for everything that is watched. The server answers each "watch" with the whole match, so nothing has to be replayed here.
import { ApiFailure } from "./failure";
import type { ClientMessage, MatchSummary, MatchView, ServerMessage, Tournament } from "./types";

export type ConnectionState = "open" | "connecting" | "lost";

type Of<T extends ServerMessage["type"]> = Extract<ServerMessage, { type: T }>;

export interface MatchHandlers {
  match?: (view: MatchView) => void;
  step?: (message: Of<"step">) => void;
  clock?: (message: Of<"clock">) => void;
  thought?: (message: Of<"thought">) => void;
  takeback?: (message: Of<"takeback">) => void;
  ended?: (message: Of<"ended">) => void;
  seats?: (message: Of<"seats">) => void;
  accepted?: (message: Of<"accepted">) => void;
  refused?: (message: Of<"refused">) => void;
}

export interface MoveOrder {
  match: string;
  token: string;
  role: number;
  step: number;
  move: string;
}

/** The part of a WebSocket that is used here; tests bring their own. */
export interface Socket {
  onopen: ((event: Event) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
  onmessage: ((event: MessageEvent) => void) | null;
  send(text: string): void;
  close(): void;
}

export interface LiveOptions {
  open: () => Socket;
  onState: (state: ConnectionState) => void;
  random?: () => number;
}

interface MatchWatch {
  tokens: readonly string[];
  handlers: MatchHandlers;
}

interface PendingMove {
  order: MoveOrder;
  settle: (failure: ApiFailure | null) => void;
}

const kFirstPause = 500;
const kLongestPause = 15_000;
const kPingEvery = 25_000;
const kPongWithin = 10_000;
const kAnswerWithin = 15_000;
// Between two pages nobody watches for a moment; closing at once would mean a new handshake for every click.
const kIdleBeforeClosing = 10_000;

export class LiveConnection {
  private socket: Socket | null = null;
  private isOpen = false;
  private failures = 0;
  private readonly matches = new Map<string, Set<MatchWatch>>();
  private readonly tournaments = new Map<string, Set<(tournament: Tournament) => void>>();
  private readonly lists = new Set<(matches: MatchSummary[]) => void>();
  private pending: PendingMove[] = [];
  private retryTimer: ReturnType<typeof setTimeout> | undefined;
  private pingTimer: ReturnType<typeof setTimeout> | undefined;
  private idleTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly options: LiveOptions) {}

  /** Tells the handlers about a match until the returned function is called. Tokens of seats decide what is shown. */
  watchMatch(id: string, tokens: readonly string[], handlers: MatchHandlers): () => void {
    const watch: MatchWatch = { tokens, handlers };
    return this.subscribe(this.matches, id, watch, () => this.watchMessage(id), { type: "unwatch", match: id });
  }

  watchTournament(id: string, handler: (tournament: Tournament) => void): () => void {
    return this.subscribe(
      this.tournaments,
      id,
      handler,
      () => ({ type: "watch_tournament", tournament: id }),
      { type: "unwatch_tournament", tournament: id },
    );
  }

  watchList(handler: (matches: MatchSummary[]) => void): () => void {
    this.lists.add(handler);
    this.say({ type: "watch_list" });
    this.wake();
    return () => {
      if (!this.lists.delete(handler)) return;
      if (this.lists.size === 0) this.say({ type: "unwatch_list" });
      this.closeWhenIdle();
    };
  }

  /** Resolves when the server has accepted the move; fails with its reason, or when no answer came. */
  sendMove(order: MoveOrder): Promise<void> {
    if (!this.isOpen) {
      return Promise.reject(
        new ApiFailure("not-connected", "The move was not sent: there is no connection to the server.", {
          hint: "It is being set up again; try once more in a moment.",
        }),
      );
    }
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => this.settle(entry, new ApiFailure("no-answer", "The server has not confirmed the move.", { hint: "Reload the page to see where the match stands." })),
        kAnswerWithin,
      );
      const entry: PendingMove = {
        order,
        settle: (failure) => {
          clearTimeout(timer);
          if (failure) reject(failure);
          else resolve();
        },
      };
      this.pending.push(entry);
      this.say({ type: "move", ...order });
    });
  }

  /** Connects at once if a pause before the next attempt is under way. */
  retryNow(): void {
    if (this.retryTimer === undefined) return;
    clearTimeout(this.retryTimer);
    this.retryTimer = undefined;
    this.failures = 0;
    this.connect();
  }

  private subscribe<T>(table: Map<string, Set<T>>, id: string, entry: T, watch: () => ClientMessage, unwatch: ClientMessage): () => void {
    const entries = table.get(id) ?? new Set<T>();
    entries.add(entry);
    table.set(id, entries);
    this.say(watch());
    this.wake();
    return () => {
      if (!entries.delete(entry)) return;
      if (entries.size === 0) {
        table.delete(id);
        this.say(unwatch);
      }
      this.closeWhenIdle();
    };
  }

  private watchMessage(id: string): ClientMessage {
    const tokens = new Set<string>();
    for (const watch of this.matches.get(id) ?? []) watch.tokens.forEach((token) => tokens.add(token));
    return { type: "watch", match: id, tokens: [...tokens] };
  }

  private wanted(): boolean {
    return this.matches.size > 0 || this.tournaments.size > 0 || this.lists.size > 0;
  }

  private wake(): void {
    clearTimeout(this.idleTimer);
    if (this.socket === null && this.retryTimer === undefined) this.connect();
  }

  private connect(): void {
    if (this.failures === 0) this.options.onState("connecting");
    const socket = this.options.open();
    this.socket = socket;
    socket.onopen = () => this.opened(socket);
    socket.onmessage = (event) => this.received(socket, event.data);
    socket.onclose = () => this.closed(socket);
  }

  private opened(socket: Socket): void {
    if (socket !== this.socket) return;
    this.isOpen = true;
    this.failures = 0;
    this.options.onState("open");
    for (const id of this.matches.keys()) this.say(this.watchMessage(id));
    for (const id of this.tournaments.keys()) this.say({ type: "watch_tournament", tournament: id });
    if (this.lists.size > 0) this.say({ type: "watch_list" });
    this.expectTraffic();
  }

  private closed(socket: Socket): void {
    if (socket !== this.socket) return;
    this.drop();
    if (!this.wanted()) {
      this.failures = 0;
      return this.options.onState("connecting");
    }
    this.options.onState("lost");
    const random = this.options.random ?? Math.random;
    const pause = Math.min(kLongestPause, kFirstPause * 2 ** this.failures);
    this.failures += 1;
    // Half of the pause is random, so that the clients of a restarted server do not all return in the same instant.
    this.retryTimer = setTimeout(() => {
      this.retryTimer = undefined;
      this.connect();
    }, pause * (0.5 + random() / 2));
  }

  private drop(): void {
    this.socket = null;
    this.isOpen = false;
    clearTimeout(this.pingTimer);
    const waiting = this.pending;
    this.pending = [];
    for (const entry of waiting) {
      entry.settle(
        new ApiFailure("connection-lost", "The connection broke before the move was confirmed.", {
          hint: "The page shows where the match stands as soon as it is back.",
        }),
      );
    }
  }

  // A connection that died without a word (a laptop that slept) is found by a question that stays unanswered.
  private expectTraffic(): void {
    clearTimeout(this.pingTimer);
    this.pingTimer = setTimeout(() => {
      this.say({ type: "ping" });
      this.pingTimer = setTimeout(() => this.giveUp(), kPongWithin);
    }, kPingEvery);
  }

  private giveUp(): void {
    const socket = this.socket;
    if (!socket) return;
    this.closed(socket);
    socket.close();
  }

  private closeWhenIdle(): void {
    if (this.wanted()) return;
    if (this.retryTimer !== undefined) {
      clearTimeout(this.retryTimer);
      this.retryTimer = undefined;
      this.failures = 0;
      this.options.onState("connecting");
    }
    clearTimeout(this.idleTimer);
    this.idleTimer = setTimeout(() => {
      const socket = this.socket;
      if (this.wanted() || !socket) return;
      this.drop();
      socket.close();
    }, kIdleBeforeClosing);
  }

  private say(message: ClientMessage): void {
    if (this.isOpen) this.socket?.send(JSON.stringify(message));
  }

  private received(socket: Socket, data: unknown): void {
    if (socket !== this.socket || typeof data !== "string") return;
    this.expectTraffic();
    this.deliver(JSON.parse(data) as ServerMessage);
  }

  private deliver(message: ServerMessage): void {
    switch (message.type) {
      case "list":
        return this.lists.forEach((handler) => handler(message.matches));
      case "tournament":
        return this.tournaments.get(message.tournament.id)?.forEach((handler) => handler(message.tournament));
      case "pong":
        return;
      case "error":
        return console.error(`The server refused a message: ${message.error.message}`);
      case "accepted":
        this.settle(
          this.pending.find((entry) => entry.order.match === message.match && entry.order.role === message.role && entry.order.step === message.step),
          null,
        );
        break;
      case "refused":
        // A refusal names only the match; answers come in the order of the moves, so it belongs to the oldest.
        this.settle(
          this.pending.find((entry) => entry.order.match === message.match),
          ApiFailure.of(message.error),
        );
        break;
    }
    this.matches.get(message.match)?.forEach((watch) => tell(watch.handlers, message));
  }

  private settle(entry: PendingMove | undefined, failure: ApiFailure | null): void {
    if (!entry) return;
    this.pending = this.pending.filter((other) => other !== entry);
    entry.settle(failure);
  }
}

function tell(handlers: MatchHandlers, message: ServerMessage): void {
  if (message.type === "match") return handlers.match?.(message.view);
  const handler = handlers[message.type as keyof MatchHandlers] as ((message: ServerMessage) => void) | undefined;
  handler?.(message);
}
