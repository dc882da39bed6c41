import { describe, expect, it } from "vitest";
import { roleColours } from "./colours";
import { recognise, type Naming } from "./recognise";

const kWhiteBlack = ["white", "black"];

function symbols(naming: Partial<Naming> & { contents: string[] }) {
  const set = recognise({ roles: kWhiteBlack, ...naming });
  const look = (content: string) => {
    const { symbol, colour } = set.glyphOf(content);
    return `${colour} ${symbol}`;
  };
  return { family: set.family, look, set };
}

describe("chess pieces", () => {
  it("have short names", () => {
    const { family, look, set } = symbols({ contents: ["b", "wp", "bp", "wr", "bn", "bb", "wq", "bk"], blank: "b" });
    expect(family).toBe("chess");
    expect(["wp", "bn", "bb", "wq", "bk"].map(look)).toEqual(["white pawn", "black knight", "black bishop", "white queen", "black king"]);
    expect(set.glyphOf("wp").name).toBe("white pawn");
    expect(look("b")).toBe("grey nothing");
  });

  it("have a file behind the short name, or are promoted", () => {
    const { look } = symbols({ contents: ["bpa", "bbc", "wk", "bqp"] });
    expect(["bpa", "bbc", "bqp"].map(look)).toEqual(["black pawn", "black bishop", "black queen"]);
  });

  it("have long names in all spellings", () => {
    for (const name of ["white_knight", "whiteknight", "(piece white knight)", "white knight"]) {
      const { family, look } = symbols({ contents: [name, name.replace("white", "black").replace("knight", "rook")] });
      expect(family).toBe("chess");
      expect(look(name)).toBe("white knight");
    }
  });
});

describe("draughtsmen", () => {
  it("are told from chess pieces by the company they keep", () => {
    const { family, look } = symbols({ contents: ["b", "bk", "bp", "wk", "wp"], blank: "b" });
    expect(family).toBe("draughts");
    expect(["bk", "wp"].map(look)).toEqual(["black crowned", "white man"]);
  });

  it("have long names", () => {
    const { family, look } = symbols({ contents: ["black_king", "black_man", "empty", "white_king", "white_man"], blank: "empty" });
    expect(family).toBe("draughts");
    expect(["black_king", "white_man"].map(look)).toEqual(["black crowned", "white man"]);
  });
});

describe("marks and discs", () => {
  it("are X and O", () => {
    const { family, look } = symbols({ contents: ["blank", "o", "x"], blank: "blank", roles: ["xplayer", "oplayer"] });
    expect(family).toBe("marks");
    expect([look("x"), look("o")]).toEqual(["blue cross", "orange ring"]);
  });

  it("wear the colours they are named after", () => {
    const { family, look } = symbols({ contents: ["blank", "red", "yellow"], blank: "blank", roles: ["red", "yellow"] });
    expect(family).toBe("discs");
    expect([look("red"), look("yellow")]).toEqual(["red disc", "yellow disc"]);
  });

  it("belong to roles whose names are no colours", () => {
    const { look } = symbols({ contents: ["first", "second"], roles: ["first", "second"] });
    expect([look("first"), look("second")]).toEqual(["blue disc", "orange disc"]);
  });

  it("are queens where arrows fly", () => {
    const { family, look } = symbols({ contents: ["arrow", "black", "empty", "white"], blank: "empty" });
    expect(family).toBe("amazons");
    expect([look("white"), look("arrow")]).toEqual(["white queen", "brown arrow"]);
  });

  it("stand for owners by their initials", () => {
    const { look } = symbols({ contents: ["s", "w", "b"], blank: "b", roles: ["sheep", "wolf"] });
    expect([look("s"), look("w")]).toEqual(["blue disc", "orange disc"]);
  });
});

describe("other sets", () => {
  it("are numbers, also behind a word that all share", () => {
    const { family, set } = symbols({ contents: ["1 6", "1 1", "1 3"] });
    expect(family).toBe("numbers");
    expect(set.glyphOf("1 1")).toMatchObject({ symbol: "numeral", text: "1" });
    expect(set.glyphOf("1 6")).toMatchObject({ symbol: "numeral", text: "6" });
  });

  it("are cards where the fluent says so", () => {
    const { family, set } = symbols({ contents: ["(card jack hearts)", "(card queen spades)"], functor: "hand" });
    expect(family).toBe("cards");
    expect(set.glyphOf("(card jack hearts)")).toMatchObject({ symbol: "card", text: "J", suit: "hearts", colour: "red" });
    expect(symbols({ contents: ["jack", "king"], functor: "card" }).set.glyphOf("king")).toMatchObject({ symbol: "card", text: "K" });
  });

  it("are pieces of four attributes", () => {
    const letters = [["s", "t"], ["d", "l"], ["r", "s"], ["h", "s"]];
    const contents = letters.reduce<string[]>((codes, pair) => codes.flatMap((code) => pair.map((letter) => code + letter)), [""]);
    const { family, set } = symbols({ contents });
    expect(family).toBe("attributes");
    expect(set.glyphOf("tdrh").bits).toEqual([true, true, true, true]);
    expect(set.glyphOf("slss").bits).toEqual([false, false, false, false]);
  });

  it("are pictures of walls and people", () => {
    const { look } = symbols({ contents: ["box", "floor", "wall", "worker"], blank: "floor", roles: ["player"] });
    expect(["box", "wall", "worker"].map(look)).toEqual(["brown box", "grey wall", "blue person"]);
  });

  it("are ships on a board of ships", () => {
    expect(symbols({ contents: ["north", "south"], functor: "ship", roles: ["north", "south"] }).look("south")).toBe("orange ship");
  });

  it("are letters, and not arrows, unless all are directions", () => {
    expect(symbols({ contents: ["a", "b", "e", "table"] }).set.glyphOf("e")).toMatchObject({ symbol: "letter", text: "E" });
    expect(symbols({ contents: ["left", "right"] }).set.glyphOf("right")).toMatchObject({ symbol: "arrow", turn: 90 });
  });

  it("are tokens with a short name where nothing is known, also for contents never heard of", () => {
    const { family, set } = symbols({ contents: ["red widget", "blue gadget"] });
    expect(family).toBe("tokens");
    expect(set.glyphOf("red widget")).toMatchObject({ symbol: "token", colour: "red", text: "Widget" });
    expect(set.glyphOf("blue contraption").symbol).toBe("token");
  });

  it("show a blank that covers something", () => {
    expect(symbols({ contents: ["0", "1", "closed"], blank: "closed" }).look("closed")).toBe("grey cover");
  });
});

describe("hints", () => {
  it("give symbols, colours and names", () => {
    const hint = { symbols: { gold: "key", pearl: "P" }, colours: { gold: "yellow", pearl: "#abcdef" }, names: { gold: "the gold" } };
    const { set } = symbols({ contents: ["gold", "pearl"], hint });
    expect(set.glyphOf("gold")).toMatchObject({ symbol: "key", colour: "yellow", name: "the gold" });
    expect(set.glyphOf("pearl")).toMatchObject({ symbol: "token", text: "P", paint: "#abcdef" });
  });
});

describe("colours of roles", () => {
  it("follow their names, and differ where these are none", () => {
    expect(roleColours(["red", "violet", "random"])).toEqual(["red", "purple", "grey"]);
    const many = roleColours(["ann", "ben", "cid", "dan", "eva", "blue"]);
    expect(new Set(many).size).toBe(many.length);
  });
});
