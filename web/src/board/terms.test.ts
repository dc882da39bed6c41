import { describe, expect, it } from "vitest";
import { formOf, parseTerm, prettyContent, prettyTerm, printTerm } from "./terms";

describe("terms", () => {
  it("are read and printed", () => {
    expect(parseTerm("noop")).toBe("noop");
    expect(parseTerm("(move a (pair 1 2))")).toEqual(["move", "a", ["pair", "1", "2"]]);
    expect(printTerm(parseTerm("( mark  1 2 )"))).toBe("(mark 1 2)");
  });

  it("that are malformed stay as they are", () => {
    for (const text of ["(mark 1", "mark)", "(a b) c", "", ")"]) expect(parseTerm(text)).toBe(text);
  });

  it("have a form and constants", () => {
    expect(formOf(parseTerm("(jump (jump 3 12) 19)"))).toEqual({ shape: "(jump (jump _ _) _)", constants: ["3", "12", "19"] });
    expect(formOf("noop")).toEqual({ shape: "noop", constants: [] });
  });

  it("are written for people", () => {
    expect(prettyTerm("(mark 1 2)")).toBe("mark 1 2");
    expect(prettyTerm("(turn (card jack hearts))")).toBe("turn (card jack hearts)");
    expect(prettyTerm("row_alone")).toBe("row alone");
    expect(prettyTerm("(jump (jump c3 e5) g7)")).toBe("jump c3 e5 g7");
  });

  it("are called what the hint says, the longest match first", () => {
    const hint = { names: { "(castle kingside)": "O-O", wp: "white pawn" } };
    expect(prettyTerm("(castle kingside)", hint)).toBe("O-O");
    expect(prettyTerm("(take wp)", hint)).toBe("take white pawn");
    expect(prettyContent("wp", hint)).toBe("white pawn");
    expect(prettyContent("(piece white king) 2")).toBe("piece white king 2");
  });
});
