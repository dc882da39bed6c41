// From the names of contents to pictures. All contents of one board (or hand) are recognised together, because a name says little alone:
// `bk` is a king among `wq` and `br`, a crowned man among `bp wk wp`; `black` is a queen where arrows fly, a disc elsewhere.
import type { Hint } from "../api/types";
import { attributeGlyphs } from "./attributes";
import { cardGlyph } from "./cards";
import { chessCodes, type ChessCode } from "./chess_codes";
import { type ColourName, colourOfWord, isColourName, roleColours } from "./colours";
import { type Glyph, isSymbolName, type SymbolName } from "./glyph";
import { prettyContent } from "./terms";
import { directionOf, kChessPieces, meansEmpty, pictureOf, wordsOf } from "./vocabulary";

export type SymbolFamily =
  | "chess"
  | "draughts"
  | "amazons"
  | "marks"
  | "discs"
  | "numbers"
  | "cards"
  | "dice"
  | "pegs"
  | "attributes"
  | "pictures"
  | "directions"
  | "tokens";

export interface SymbolSet {
  family: SymbolFamily;
  /** Every content has a glyph, also one that was not in the list. */
  glyphOf: (content: string) => Glyph;
}

export interface Naming {
  contents: readonly string[];
  blank?: string | null;
  roles: readonly string[];
  /** The functor of the fluents: `die` makes dice of numbers, `card` and `hand` make cards. */
  functor?: string;
  hint?: Hint | null;
}

interface Context {
  family: SymbolFamily;
  codes: ReadonlyMap<string, ChessCode>;
  attributes: ReadonlyMap<string, Glyph>;
  roles: readonly string[];
  colours: readonly ColourName[];
  /** What belongs to the owners whose names are all that a cell holds: ships on a board of ships. */
  figure: SymbolName | undefined;
  /** Places of words that all contents share: they tell nothing. */
  shared: ReadonlySet<number>;
  /** Owners by the single letters that stand for them. */
  initials: ReadonlyMap<string, ColourName>;
  /** Outlines of tokens, by what they are. */
  kinds: ReadonlyMap<string, number>;
  hint: Hint | null;
}

const kLongestWord = 6;
const kWholeNumber = /^\d+$/;

// Places at which all names have the same word, where all have as many words: the first of "card 2 hearts" and "card 3 spades".
function sharedPlaces(names: readonly string[][]): Set<number> {
  const [first, ...others] = names;
  if (!first || first.length < 2 || others.length === 0 || others.some((words) => words.length !== first.length)) return new Set();
  const places = first.map((word, place) => (others.every((words) => words[place] === word) ? place : -1));
  return new Set(places.filter((place) => place >= 0));
}

// The words of a content that tell it from the others of its set.
function tellingWords(content: string, shared: ReadonlySet<number>): string[] {
  return wordsOf(content).filter((_, place) => !shared.has(place));
}

function ownerIn(words: readonly string[], context: Pick<Context, "roles" | "colours" | "initials">): ColourName | undefined {
  for (const word of words) {
    const role = context.roles.indexOf(word);
    if (role >= 0) return context.colours[role];
    const colour = colourOfWord(word) ?? context.initials.get(word);
    if (colour) return colour;
  }
  return undefined;
}

// x and o belong to xplayer and oplayer; r, b, w to whoever's name or colour begins so, if that is clear for all such letters.
function initialOwners(contents: readonly string[], roles: readonly string[], colours: readonly ColourName[]): Map<string, ColourName> {
  const owners = new Map<string, ColourName>();
  const letters = contents.filter((content) => /^[a-z]$/.test(content));
  for (const letter of letters) {
    const owning = new Set(roles.flatMap((role, r) => (role.startsWith(letter) && role !== "random" ? [colours[r]] : [])));
    const colour = owning.size === 1 ? [...owning][0] : letter === "w" ? "white" : undefined;
    if (colour) owners.set(letter, colour);
  }
  const marks = letters.filter((letter) => letter === "x" || letter === "o");
  if (marks.length === 0 && owners.size < letters.length) return new Map();
  marks.forEach((mark) => owners.has(mark) || owners.set(mark, mark === "x" ? "blue" : "orange"));
  return owners;
}

function familyOf(naming: Naming, pieces: readonly string[], names: readonly string[][], codes: ReadonlyMap<string, ChessCode>): SymbolFamily {
  const functor = naming.functor ?? "";
  const words = new Set(names.flat());
  const has = (...some: string[]) => some.some((word) => words.has(word));
  const all = (test: (words: readonly string[]) => boolean) => names.length > 0 && names.every(test);
  if (/^(card|hand|hold|deck|public)s?$/.test(functor) && pieces.every((piece) => cardGlyph(piece) !== null)) return "cards";
  if (/^(die|dice)$/.test(functor) && pieces.every((piece) => /^[1-6]( [1-6])?$/.test(piece))) return "dice";
  if (all((list) => list.every((word) => kWholeNumber.test(word)))) return "numbers";
  if (codes.size > 0) {
    const kinds = new Set([...codes.values()].map((code) => code.symbol));
    return [...kinds].every((kind) => kind === "king" || kind === "pawn") && kinds.size === 2 ? "draughts" : "chess";
  }
  if (has("arrow")) return "amazons";
  if (has("man", "checker") && !has("knight", "rook", "bishop", "wall", "floor", "pawn")) return "draughts";
  if (names.some((list) => list.some((word) => kChessPieces.includes(pictureOf(word) ?? "nothing")))) return "chess";
  if (has("x", "o") && all((list) => list.length === 1 && (list[0] ?? "").length === 1)) return "marks";
  if (has("peg")) return "pegs";
  const owners = new Set([...naming.roles, "grey", "gray"]);
  if (all((list) => directionOf(list[list.length - 1] ?? "") !== undefined) && !names.some((list) => owners.has(list[0] ?? ""))) {
    return "directions";
  }
  if (all((list) => list.length === 1 && (owners.has(list[0] ?? "") || colourOfWord(list[0] ?? "") !== undefined))) {
    return names.some((list) => pictureOf(list[0] ?? "")) ? "pictures" : "discs";
  }
  if (names.some((list) => list.some(pictureOf))) return "pictures";
  return "tokens";
}

// Words that stand on a token: initials of what tells it from the others.
function shortLabel(words: readonly string[]): string {
  const [word = ""] = words;
  if (words.length < 2) return word.length <= kLongestWord ? word : word.slice(0, 4);
  if (words.every((word) => kWholeNumber.test(word))) return words.join(" ");
  return words.map((word) => (kWholeNumber.test(word) ? word : word.slice(0, 1))).join("").slice(0, 4);
}

const kFigures: readonly SymbolName[] = ["ship", "cross", "bomb", "flag", "person", "animal", "pawn", "stone"];

function figureOf(functor: string): SymbolName | undefined {
  const picture = pictureOf(functor);
  return picture && kFigures.includes(picture) ? picture : undefined;
}

function symbolOf(words: readonly string[], context: Context): SymbolName | undefined {
  const picture = words.map(pictureOf).find(Boolean);
  if (context.family === "draughts") return picture === "king" ? "crowned" : "man";
  if (context.family === "chess" && picture === "man") return "disc";
  // A man among walls, keys and doors is somebody who walks.
  if (picture === "man") return "person";
  return picture;
}

const kOwnColours: Partial<Record<SymbolName, ColourName>> = {
  arrow: "brown",
  wall: "grey",
  box: "brown",
  key: "yellow",
  door: "brown",
  flag: "green",
  bomb: "black",
  flame: "orange",
  lamp: "yellow",
  tile: "brown",
  cover: "grey",
  visited: "grey",
  peg: "blue",
  person: "blue",
  ghost: "purple",
  animal: "orange",
};

const initial = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1);

function tokenGlyph(words: readonly string[], owner: ColourName | undefined, name: string, context: Context): Glyph {
  const telling = words.filter((word) => ownerIn([word], context) === undefined);
  const single = telling.length === 1 ? (telling[0] ?? "") : "";
  if (kWholeNumber.test(single)) return { symbol: "numeral", colour: owner ?? "white", text: single, name };
  if (/^\p{L}$/u.test(single)) return { symbol: "letter", colour: owner ?? "white", text: single.toUpperCase(), name };
  const kind = context.kinds.get(telling.join(" ")) ?? 0;
  return { symbol: "token", colour: owner ?? "grey", text: initial(shortLabel(telling)), bits: [kind % 2 > 0, kind % 4 > 1], name };
}

function plainGlyph(content: string, context: Context): Glyph {
  const name = prettyContent(content, context.hint);
  const words = tellingWords(content, context.shared);
  const code = context.codes.get(content);
  if (code) {
    const man = context.family === "draughts";
    const symbol = man ? (code.symbol === "king" ? "crowned" : "man") : code.symbol;
    return { symbol, colour: code.colour, name: `${code.colour} ${man && symbol === "man" ? "man" : code.symbol}` };
  }
  const attributes = context.attributes.get(content);
  if (attributes) return { ...attributes, name };
  if (meansEmpty(content)) return { symbol: "nothing", colour: "grey", name };
  const owner = ownerIn(words, context);
  if (context.family === "cards") {
    const card = cardGlyph(content);
    if (card) return { ...card, name };
  }
  if (context.family === "dice") return { symbol: "die", colour: "white", text: content, name };
  if (context.family === "marks" && (content === "x" || content === "o")) {
    return { symbol: content === "x" ? "cross" : "ring", colour: owner ?? "blue", name: content.toUpperCase() };
  }
  if (words.includes("arrow")) return { symbol: "arrow", colour: owner ?? "brown", name };
  const symbol = symbolOf(words, context);
  if (symbol) return { symbol, colour: owner ?? kOwnColours[symbol] ?? (kChessPieces.includes(symbol) ? "white" : "grey"), name };
  const onlyOwner = owner !== undefined && words.every((word) => ownerIn([word], context) !== undefined);
  if (onlyOwner && context.family === "amazons") return { symbol: "queen", colour: owner, name: `${name} queen` };
  if (/^(horizontal|vertical|across|down)$/.test(content)) {
    return { symbol: "domino", colour: owner ?? "blue", turn: /^(horizontal|across)$/.test(content) ? 90 : 0, name };
  }
  if (onlyOwner) return { symbol: context.figure ?? "disc", colour: owner, name };
  const turn = context.family === "directions" ? directionOf(words[words.length - 1] ?? "") : undefined;
  if (turn !== undefined) return { symbol: "arrow", colour: owner ?? "grey", turn, name };
  if (words[0] === "on" && words.length === 1) return { symbol: "lamp", colour: "yellow", name };
  return tokenGlyph(words, owner, name, context);
}

function hinted(content: string, glyph: Glyph, hint: Hint | null): Glyph {
  const symbol = hint?.symbols?.[content];
  const colour = hint?.colours?.[content];
  const result = { ...glyph };
  if (symbol !== undefined) {
    if (isSymbolName(symbol)) result.symbol = symbol;
    else Object.assign(result, { symbol: "token", text: symbol });
  }
  if (colour !== undefined) {
    if (isColourName(colour)) result.colour = colour;
    else result.paint = colour;
  }
  return result;
}

export function recognise(naming: Naming): SymbolSet {
  const hint = naming.hint ?? null;
  const colours = roleColours(naming.roles);
  const pieces = naming.contents.filter((content) => content !== naming.blank && !meansEmpty(content));
  const names = pieces.map(wordsOf);
  const codes = chessCodes(pieces, naming.roles, colours);
  const attributes = attributeGlyphs(pieces);
  const shared = sharedPlaces(names);
  const initials = initialOwners(pieces, naming.roles, colours);
  const base = { roles: naming.roles, colours, initials };
  const kinds = new Map<string, number>();
  for (const piece of pieces) {
    const kind = tellingWords(piece, shared)
      .filter((word) => ownerIn([word], base) === undefined)
      .join(" ");
    if (!kinds.has(kind)) kinds.set(kind, kinds.size);
  }
  const family = attributes.size > 0 ? "attributes" : familyOf(naming, pieces, names, codes);
  const context: Context = { ...base, family, codes, attributes, figure: figureOf(naming.functor ?? ""), shared, kinds, hint };

  const glyphs = new Map<string, Glyph>();
  const glyphOf = (content: string): Glyph => {
    let glyph = glyphs.get(content);
    if (!glyph) {
      glyph = content === naming.blank ? blankGlyph(content, hint) : hinted(content, plainGlyph(content, context), hint);
      glyphs.set(content, glyph);
    }
    return glyph;
  };
  return { family, glyphOf };
}

// An empty cell is not drawn, except where it hides something: a card face down, a field that was not opened yet.
function blankGlyph(content: string, hint: Hint | null): Glyph {
  const covers = wordsOf(content).some((word) => pictureOf(word) === "cover");
  const glyph: Glyph = { symbol: covers ? "cover" : "nothing", colour: "grey", name: prettyContent(content, hint) };
  return hint?.symbols?.[content] === undefined ? glyph : hinted(content, glyph, hint);
}
