import { describe, expect, it } from "vitest";
import { queueText } from "./queue";

describe("the place in the queue for a free player", () => {
  it("is an ordinal number", () => {
    expect(queueText(1)).toBe("Waiting for a free player: next in line.");
    expect(queueText(2)).toBe("Waiting for a free player: 2nd in line.");
    expect(queueText(3)).toBe("Waiting for a free player: 3rd in line.");
    expect([11, 12, 13, 21, 22, 104].map(queueText).map((text) => text.replace(/.*: (.*) in line\./, "$1"))).toEqual(["11th", "12th", "13th", "21st", "22nd", "104th"]);
  });
});
