import { describe, expect, it } from "vitest";
import type { Info } from "../../api/types";
import { defaultChoice, needsAdmin, players, problemsOf, seatOfValue, seatOptions, seatValue, startOrder } from "./start_model";

const kInfo: Info = {
  schema: "agon.info/1",
  version: "1",
  admin_needed: true,
  limits: { rules_bytes: 1, body_bytes: 1, matches_per_client: 1, seats: 8 },
  strategies: [
    { text: "random", title: "Random", summary: "" },
    { text: "mcts(time=1s)", title: "Tree search", summary: "" },
  ],
  remote_players: [{ name: "Ada", url: "http://ada:9147" }],
};

describe("the form to start a match", () => {
  it("starts with me first and the machine elsewhere", () => {
    const { request, mine } = startOrder({ name: "chess" }, defaultChoice(2, ""));
    expect(request).toEqual({
      game: "chess",
      seats: [{ kind: "person" }, { kind: "strategy", strategy: "auto" }],
      start_clock: 0,
      play_clock: 0,
      casual: true,
      scramble: false,
      show_thoughts: false,
    });
    expect(mine).toEqual([true, false]);
  });

  it("leaves the random role without a seat", () => {
    expect(players(["random", "alice", "bob"])).toEqual(["alice", "bob"]);
  });

  it("writes every seat as a value of the list and reads it back", () => {
    for (const { value } of seatOptions(kInfo)) expect(seatValue(seatOfValue(value))).toBe(value);
    expect(seatOfValue("strategy:mcts(time=1s)")).toEqual({ kind: "strategy", text: "mcts(time=1s)", typed: false });
    expect(seatOfValue("remote:http://ada:9147")).toEqual({ kind: "remote", text: "http://ada:9147", typed: false });
  });

  it("always offers the automatic player, once", () => {
    const autos = (info?: Info) => seatOptions(info).filter((one) => one.value === "strategy:auto");
    expect(autos()).toHaveLength(1);
    expect(autos(kInfo)).toHaveLength(1);
    expect(autos({ ...kInfo, strategies: [{ text: "auto", title: "Automatic", summary: "" }] })).toHaveLength(1);
  });

  it("asks for what is missing", () => {
    const choice = { ...defaultChoice(2, ""), seats: [seatOfValue("strategy*"), seatOfValue("remote*")] };
    const problems = problemsOf(choice);
    expect(problems?.seats[0]).toMatch(/strategy/);
    expect(problems?.seats[1]).toMatch(/address/);
    expect(problemsOf({ ...defaultChoice(1, ""), clocks: true, playClock: "x" })?.playClock).toBeDefined();
    expect(problemsOf({ ...defaultChoice(1, ""), clocks: true, startClock: "0" })?.startClock).toBeDefined();
    // Clocks that are switched off may hold anything.
    expect(problemsOf({ ...defaultChoice(1, ""), playClock: "x" })).toBeNull();
  });

  it("names the person and sends the clocks", () => {
    const choice = { ...defaultChoice(2, " Eve "), clocks: true, startClock: "60", playClock: "15", seats: [seatOfValue("link"), seatOfValue("me")] };
    const { request, mine } = startOrder({ name: "go" }, choice);
    expect(request.seats).toEqual([{ kind: "person" }, { kind: "person", name: "Eve" }]);
    expect([request.start_clock, request.play_clock]).toEqual([60, 15]);
    expect(mine).toEqual([false, true]);
  });

  it("needs the admin token only for addresses off the list", () => {
    const remote = (value: string) => ({ ...defaultChoice(1, ""), seats: [seatOfValue(value)] });
    expect(needsAdmin(kInfo, remote("remote*"))).toBe(true);
    expect(needsAdmin(kInfo, remote("remote:http://ada:9147"))).toBe(false);
    expect(needsAdmin({ ...kInfo, admin_needed: false }, remote("remote*"))).toBe(false);
  });
});
