import { describe, expect, it } from "vitest";
import { countdown, Skew } from "./clock";

describe("clocks", () => {
  it("counts down in whole seconds and stops at zero", () => {
    expect(countdown(65_000, 0)).toBe("1:05");
    expect(countdown(9_500, 0)).toBe("0:10");
    expect(countdown(1_000, 5_000)).toBe("0:00");
  });

  it("takes the difference of the clocks from the fastest message", () => {
    const skew = new Skew();
    expect(skew.serverTime(1000)).toBe(1000);
    skew.observe(10_000, 13_200);
    skew.observe(20_000, 23_050);
    skew.observe(30_000, 34_000);
    expect(skew.serverTime(43_050)).toBe(40_000);
  });
});
