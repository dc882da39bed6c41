import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { MatchCreated, NewMatch } from "../api/types";
import { keepMatch, keptMatch, keptOf, ownTokens, seatLink, seatsInFragment, swapped, withSeat } from "./seats";

class FakeStorage {
  private readonly map = new Map<string, string>();
  full = false;
  getItem = (key: string) => this.map.get(key) ?? null;
  removeItem = (key: string) => void this.map.delete(key);
  setItem(key: string, value: string) {
    if (this.full) throw new DOMException("full", "QuotaExceededError");
    this.map.set(key, value);
  }
}

const kRequest: NewMatch = {
  game: "poker",
  seats: [{ kind: "person" }, { kind: "person" }, { kind: "strategy", strategy: "auto" }],
  start_clock: 0,
  play_clock: 0,
  casual: true,
  scramble: false,
  show_thoughts: false,
};

const kCreated: MatchCreated = {
  schema: "agon.match_created/1",
  id: "m1",
  owner: "own",
  seats: [
    { role: "random", token: null },
    { role: "alice", token: "a" },
    { role: "bob", token: "b" },
    { role: "carol", token: null },
  ],
};

let storage: FakeStorage;
beforeEach(() => {
  storage = new FakeStorage();
  vi.stubGlobal("localStorage", storage);
});
afterEach(() => vi.unstubAllGlobals());

describe("seats of this browser", () => {
  it("keeps own seats and those for others, without random", () => {
    const match = keptOf(kCreated, kRequest, [true, false, false]);
    expect(match.seats).toEqual([
      { role: "alice", token: "a", mine: true },
      { role: "bob", token: "b", mine: false },
    ]);
    expect(ownTokens(match)).toEqual(["a"]);
    expect(keepMatch(match)).toBe(true);
    expect(keptMatch("m1")).toEqual(match);
  });

  it("takes a seat over when its link is opened here", () => {
    const match = withSeat(keptOf(kCreated, kRequest, [true, false, false]), "bob", "b");
    expect(ownTokens(match)).toEqual(["a", "b"]);
  });

  it("forgets the oldest of many matches", () => {
    for (let i = 0; i < 230; i++) keepMatch({ id: `m${i}`, owner: null, seats: [{ role: "r", token: "t", mine: true }], request: null });
    expect(ownTokens(keptMatch("m0"))).toEqual([]);
    expect(ownTokens(keptMatch("m229"))).toEqual(["t"]);
  });

  it("survives a full or foreign storage", () => {
    storage.setItem("agon.matches", '[{"id":7},null,"x"]');
    expect(keptMatch("m1").seats).toEqual([]);
    storage.full = true;
    expect(keepMatch(keptOf(kCreated, kRequest, [true]))).toBe(false);
  });

  it("writes links whose token stays behind the fragment", () => {
    const link = seatLink("http://host", "m 1", "a&b");
    expect(link).toBe("http://host/play/m%201#seat=a%26b");
    expect(seatsInFragment(new URL(link).hash)).toEqual(["a&b"]);
    expect(seatsInFragment("#seat=x&seat=y")).toEqual(["x", "y"]);
    expect(seatsInFragment("#main")).toEqual([]);
  });

  it("swaps seats by moving everybody on", () => {
    const { request, mine } = swapped({ ...kRequest, seats: kRequest.seats.slice(1) }, [true, false]);
    expect(request.seats).toEqual([{ kind: "strategy", strategy: "auto" }, { kind: "person" }]);
    expect(mine).toEqual([false, true]);
  });
});
