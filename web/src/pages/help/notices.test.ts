import { describe, expect, it } from "vitest";
import { notices, packageFolder } from "../../../scripts/notices.mjs";

const made = (name: string, text?: string) => ({ name, version: "1.2.3", licence: "MIT", ...(text === undefined ? {} : { text }) });

describe("third-party notices", () => {
  it("finds the package of a module", () => {
    expect(packageFolder("/a/web/node_modules/solid-js/dist/solid.js?v=1")).toBe("/a/web/node_modules/solid-js");
    expect(packageFolder("\0/a/node_modules/@codemirror/view/dist/index.js")).toBe("/a/node_modules/@codemirror/view");
    expect(packageFolder("/a/node_modules/b/node_modules/c/index.js")).toBe("/a/node_modules/b/node_modules/c");
    expect(packageFolder("/a/web/src/main.tsx")).toBeUndefined();
  });

  it("holds each licence once, in the order of names", () => {
    const second = made("zeta", "Copyright Z");
    const text = notices([second, made("alpha", "Copyright A"), second]);
    expect(text.indexOf("alpha 1.2.3 (MIT)")).toBeGreaterThan(0);
    expect(text.indexOf("zeta 1.2.3 (MIT)")).toBeGreaterThan(text.indexOf("Copyright A"));
    expect(text.split("Copyright Z")).toHaveLength(2);
  });

  it("refuses a package without a licence text", () => {
    expect(() => notices([made("bare")])).toThrow(/bare 1.2.3 has no licence/);
  });
});
