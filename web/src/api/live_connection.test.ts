import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { LiveConnection, type ConnectionState, type Socket } from "./live_connection";
import type { MatchView } from "./types";

class FakeSocket implements Socket {
  onopen: Socket["onopen"] = null;
  onclose: Socket["onclose"] = null;
  onmessage: Socket["onmessage"] = null;
  sent: { type: string; [key: string]: unknown }[] = [];
  closedByUs = false;

  send(text: string) {
    this.sent.push(JSON.parse(text) as { type: string });
  }
  close() {
    this.closedByUs = true;
  }
  open() {
    this.onopen?.({} as Event);
  }
  fail() {
    this.onclose?.({} as CloseEvent);
  }
  say(message: unknown) {
    this.onmessage?.({ data: JSON.stringify(message) } as MessageEvent);
  }
  types() {
    return this.sent.map((message) => message.type);
  }
}

let sockets: FakeSocket[];
let states: ConnectionState[];
let live: LiveConnection;
const newest = () => sockets[sockets.length - 1]!;

beforeEach(() => {
  vi.useFakeTimers();
  sockets = [];
  states = [];
  live = new LiveConnection({
    open: () => {
      const socket = new FakeSocket();
      sockets.push(socket);
      return socket;
    },
    onState: (state) => states.push(state),
    random: () => 1,
  });
});
afterEach(() => vi.useRealTimers());

const kMove = { match: "m", token: "t", role: 0, step: 3, move: "noop" };
const kError = { code: "illegal-move", message: "No.", hint: "", diagnostics: [] };

describe("LiveConnection", () => {
  it("connects with the first watcher and shares the connection", () => {
    expect(sockets).toHaveLength(0);
    live.watchMatch("m", ["t"], {});
    live.watchList(() => {});
    expect(sockets).toHaveLength(1);
    newest().open();
    expect(newest().sent).toEqual([{ type: "watch", match: "m", tokens: ["t"] }, { type: "watch_list" }]);
    expect(states).toEqual(["connecting", "open"]);
  });

  it("delivers to the handlers of the right match", () => {
    const seen: string[] = [];
    live.watchMatch("a", [], { match: (view) => seen.push(`a ${view.title}`), ended: (message) => seen.push(`a ${message.end}`) });
    live.watchMatch("b", [], { match: (view) => seen.push(`b ${view.title}`) });
    newest().open();
    newest().say({ type: "match", match: "b", view: { title: "Chess" } as MatchView });
    newest().say({ type: "ended", match: "a", state: "ended", goals: null, end: "done", ended_at: 0 });
    newest().say({ type: "ended", match: "b", state: "ended", goals: null, end: "unheard", ended_at: 0 });
    expect(seen).toEqual(["b Chess", "a done"]);
  });

  it("asks again for everything after a gap, with growing pauses", () => {
    live.watchMatch("m", ["t"], {});
    live.watchTournament("x", () => {});
    newest().open();
    newest().fail();
    expect(states.at(-1)).toBe("lost");
    vi.advanceTimersByTime(499);
    expect(sockets).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(sockets).toHaveLength(2);
    newest().fail();
    vi.advanceTimersByTime(999);
    expect(sockets).toHaveLength(2);
    vi.advanceTimersByTime(1);
    expect(sockets).toHaveLength(3);
    newest().open();
    expect(states.at(-1)).toBe("open");
    expect(newest().types()).toEqual(["watch", "watch_tournament"]);
  });

  it("never pauses longer than a quarter of a minute, and starts anew after success", () => {
    live.watchList(() => {});
    for (let i = 0; i < 12; i++) {
      newest().fail();
      vi.advanceTimersByTime(15_000);
      expect(sockets).toHaveLength(i + 2);
    }
    newest().open();
    newest().fail();
    vi.advanceTimersByTime(500);
    expect(sockets).toHaveLength(14);
  });

  it("tries at once when it is told to, but only while it waits", () => {
    live.watchList(() => {});
    live.retryNow();
    expect(sockets).toHaveLength(1);
    newest().fail();
    live.retryNow();
    expect(sockets).toHaveLength(2);
    vi.advanceTimersByTime(60_000);
    expect(sockets).toHaveLength(2);
  });

  it("joins the tokens of two watchers and unwatches with the last", () => {
    const first = live.watchMatch("m", ["a"], {});
    newest().open();
    const second = live.watchMatch("m", ["b"], {});
    expect(newest().sent.at(-1)).toEqual({ type: "watch", match: "m", tokens: ["a", "b"] });
    first();
    first();
    expect(newest().types()).not.toContain("unwatch");
    second();
    expect(newest().sent.at(-1)).toEqual({ type: "unwatch", match: "m" });
  });

  it("closes when nobody has watched for a while, without calling it a loss", () => {
    const stop = live.watchMatch("m", [], {});
    newest().open();
    stop();
    vi.advanceTimersByTime(5000);
    const again = live.watchMatch("n", [], {});
    vi.advanceTimersByTime(20_000);
    expect(newest().closedByUs).toBe(false);
    again();
    vi.advanceTimersByTime(10_000);
    expect(newest().closedByUs).toBe(true);
    expect(states).not.toContain("lost");
  });

  it("stops trying when the last watcher leaves during a gap", () => {
    const stop = live.watchMatch("m", [], {});
    newest().fail();
    stop();
    vi.advanceTimersByTime(60_000);
    expect(sockets).toHaveLength(1);
    expect(states.at(-1)).toBe("connecting");
    live.watchMatch("m", [], {});
    expect(sockets).toHaveLength(2);
  });

  it("finds a silent connection dead", () => {
    live.watchList(() => {});
    newest().open();
    vi.advanceTimersByTime(25_000);
    expect(newest().types()).toContain("ping");
    newest().say({ type: "pong" });
    vi.advanceTimersByTime(25_000 + 9_999);
    expect(states.at(-1)).toBe("open");
    vi.advanceTimersByTime(1);
    expect(sockets[0]!.closedByUs).toBe(true);
    expect(states.at(-1)).toBe("lost");
    vi.advanceTimersByTime(500);
    expect(sockets).toHaveLength(2);
    // The late farewell of the dead one changes nothing.
    newest().open();
    sockets[0]!.fail();
    expect(states.at(-1)).toBe("open");
  });

  it("settles a move with the server's answer", async () => {
    live.watchMatch("m", ["t"], {});
    newest().open();
    const good = live.sendMove(kMove);
    expect(newest().sent.at(-1)).toEqual({ type: "move", ...kMove });
    newest().say({ type: "accepted", match: "m", role: 0, step: 3, move: "noop" });
    await expect(good).resolves.toBeUndefined();
    const bad = live.sendMove(kMove);
    newest().say({ type: "refused", match: "m", error: kError });
    await expect(bad).rejects.toMatchObject({ code: "illegal-move", message: "No." });
  });

  it("fails a move that cannot be sent, is cut off, or stays unanswered", async () => {
    live.watchMatch("m", ["t"], {});
    await expect(live.sendMove(kMove)).rejects.toMatchObject({ code: "not-connected" });
    newest().open();
    const cut = live.sendMove(kMove);
    newest().fail();
    await expect(cut).rejects.toMatchObject({ code: "connection-lost" });
    vi.advanceTimersByTime(500);
    newest().open();
    const silent = live.sendMove(kMove);
    vi.advanceTimersByTime(15_000);
    await expect(silent).rejects.toMatchObject({ code: "no-answer" });
  });
});
