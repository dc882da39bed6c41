import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { keepSide, keptSide } from "./side";

const storage = new Map<string, string>();

beforeEach(() => {
  storage.clear();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => void storage.set(key, value),
  });
});
afterEach(() => vi.unstubAllGlobals());

it("is nobody's choice at first, then the last one of this match", () => {
  expect(keptSide("m1")).toBeNull();
  keepSide("m1", true);
  keepSide("m2", false);
  expect(keptSide("m1")).toBe(true);
  keepSide("m1", false);
  expect(keptSide("m1")).toBe(false);
  expect(keptSide("m2")).toBe(false);
});

it("is forgotten after many other matches", () => {
  keepSide("old", true);
  for (let m = 0; m < 200; ++m) keepSide(`m${m}`, true);
  expect(keptSide("old")).toBeNull();
  expect(keptSide("m0")).toBe(true);
});

it("survives what somebody else wrote", () => {
  storage.set("agon.sides", '[null, {"id": 3}, {"id": "m1", "far": "yes"}, {"id": "m2", "far": true}]');
  expect(keptSide("m1")).toBeNull();
  expect(keptSide("m2")).toBe(true);
  storage.set("agon.sides", "{");
  expect(keptSide("m2")).toBeNull();
});
