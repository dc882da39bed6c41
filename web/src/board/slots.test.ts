import { describe, expect, it } from "vitest";
import { canSet, nothingSet, settled, slotsOf } from "./slots";

const kColours = ["red", "green", "blue", "white"];
const guesses = kColours.flatMap((a) => kColours.flatMap((b) => kColours.map((c) => `(guess ${a} ${b} ${c})`)));

describe("slotsOf", () => {
  it("has a place for each word that differs", () => {
    expect(slotsOf(guesses)?.words).toEqual([kColours, kColours, kColours]);
    expect(slotsOf(guesses.map((guess) => guess.replace("guess", "try me")))?.words).toHaveLength(3);
  });

  it("leaves to the list what is no such thing", () => {
    expect(slotsOf(guesses.slice(0, 5))).toBeNull();
    expect(slotsOf([...guesses, "pass"])).toBeNull();
    expect(slotsOf(Array.from({ length: 30 }, (_, n) => `(bid ${n})`))).toBeNull();
    expect(slotsOf(Array.from({ length: 900 }, (_, n) => `(add ${n % 30} ${Math.floor(n / 30)})`))).toBeNull();
  });
});

describe("a setting", () => {
  const slots = slotsOf(guesses.filter((guess) => new Set(guess.match(/\w+/g)).size === 4)); // no colour twice

  it("becomes a move when all words are set", () => {
    if (!slots) throw new Error("these are slots");
    expect(settled(slots, nothingSet(slots))).toBeNull();
    expect(settled(slots, ["red", "blue", null])).toBeNull();
    expect(settled(slots, ["red", "blue", "green"])).toBe("(guess red blue green)");
  });

  it("allows what some move still has, also instead of what is set there", () => {
    if (!slots) throw new Error("these are slots");
    expect(canSet(slots, ["red", "blue", null], 2, "red")).toBe(false);
    expect(canSet(slots, ["red", "blue", null], 2, "white")).toBe(true);
    expect(canSet(slots, ["red", "blue", null], 0, "green")).toBe(true);
  });
});
