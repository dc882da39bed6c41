// The words of rule sheets that have a picture, and how the names of contents are taken apart into such words.
import { colourOfWord, kColours } from "./colours";
import type { Suit, SymbolName } from "./glyph";

const kPictures: Partial<Record<SymbolName, string>> = {
  king: "king",
  queen: "queen amazon",
  rook: "rook castle tower",
  bishop: "bishop",
  knight: "knight horse",
  pawn: "pawn",
  man: "man checker draught draughtsman",
  disc: "disc disk counter marble ball",
  stone: "stone",
  wall: "wall block blocked pillar rock brick blocker obstacle",
  box: "box crate chest",
  person: "worker player explorer hero hunter soldier robot guard thief farmer rider bomberman bomberwoman pacman",
  ghost: "mummy ghost zombie monster blinky inky pinky clyde spider charlotte webster",
  animal: "wolf sheep hare fox goat fly cat mouse dog horseman",
  key: "key",
  door: "door gate",
  flag: "exit flag goal target finish treasure",
  bomb: "bomb mine grenade",
  flame: "fire flame hit explosion",
  lamp: "lamp light lit",
  ship: "ship boat cruiser submarine destroyer",
  peg: "peg",
  visited: "visited eaten dug tried seen marked mark burnt",
  cover: "closed back covered unknown facedown",
  tile: "chocolate tile land bridge",
  cross: "shot",
};

const kPictureOf = new Map<string, SymbolName>(
  Object.entries(kPictures).flatMap(([symbol, words]) => words.split(" ").map((word) => [word, symbol as SymbolName])),
);

export const kChessPieces: readonly SymbolName[] = ["king", "queen", "rook", "bishop", "knight", "pawn"];

const kPieceLetters: Record<string, SymbolName> = {
  k: "king",
  q: "queen",
  r: "rook",
  b: "bishop",
  n: "knight",
  p: "pawn",
};

const kDirections: Record<string, number> = {
  n: 0,
  north: 0,
  up: 0,
  ne: 45,
  northeast: 45,
  e: 90,
  east: 90,
  right: 90,
  se: 135,
  southeast: 135,
  s: 180,
  south: 180,
  down: 180,
  sw: 225,
  southwest: 225,
  w: 270,
  west: 270,
  left: 270,
  nw: 315,
  northwest: 315,
};

const kRanks: Record<string, string> = { ace: "A", king: "K", queen: "Q", jack: "J", knave: "J", ten: "10", a: "A", k: "K", q: "Q", j: "J" };

const kSuits: Record<string, Suit> = {
  hearts: "hearts",
  heart: "hearts",
  diamonds: "diamonds",
  diamond: "diamonds",
  clubs: "clubs",
  club: "clubs",
  spades: "spades",
  spade: "spades",
};

// Contents that stand for an empty cell by their name alone, whatever else a board calls blank.
const kEmpty = new Set(["blank", "empty", "none", "nothing"]);

export const pictureOf = (word: string): SymbolName | undefined => kPictureOf.get(word);
export const pieceOfLetter = (letter: string): SymbolName | undefined => kPieceLetters[letter];
export const directionOf = (word: string): number | undefined => kDirections[word];
export const rankOf = (word: string): string | undefined => (/^\d+$/.test(word) ? word : kRanks[word]);
export const suitOf = (word: string): Suit | undefined => kSuits[word];
export const meansEmpty = (content: string): boolean => kEmpty.has(content);

// "whitepawn" and "redhead": a colour glued to what follows.
function unglued(word: string): string[] {
  for (const colour of [...kColours, "gray", "teal", "violet", "cyan"]) {
    if (word.length > colour.length && word.startsWith(colour)) return [colour, ...unglued(word.slice(colour.length))];
  }
  const number = /^([a-z]{2,})(\d+)$/.exec(word);
  if (number?.[1] && number[2] && (pictureOf(number[1]) || number[1] === "piece")) return [number[1], number[2]];
  return [word];
}

/** The words of a content: `(piece white king)`, `white_king` and `whiteking` all end in white, king. */
export function wordsOf(content: string): string[] {
  const words = content.toLowerCase().split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  return words.flatMap((word) => (colourOfWord(word) || pictureOf(word) ? [word] : unglued(word)));
}
