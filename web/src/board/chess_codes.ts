// Short names of chess pieces and draughtsmen: a letter for the owner, one for the piece (wp, bk), and perhaps a file or a number behind it
// that tells it from others of its kind (bpa, wq1).
import type { ColourName } from "./colours";
import type { SymbolName } from "./glyph";
import { pieceOfLetter } from "./vocabulary";

export interface ChessCode {
  symbol: SymbolName;
  colour: ColourName;
}

const kCode = /^([a-z])([kqrbnp])([a-hp0-9])?$/;
const kMostOwners = 4;

function colourOfLetter(letter: string, roles: readonly string[], colours: readonly ColourName[]): ColourName | undefined {
  const owner = roles.findIndex((role) => role.startsWith(letter));
  if (owner >= 0) return colours[owner];
  return ({ w: "white", b: "black", r: "red", g: "green", y: "yellow" } as Partial<Record<string, ColourName>>)[letter];
}

/** The meaning of all pieces, or nothing if some name is no such code. */
export function chessCodes(pieces: readonly string[], roles: readonly string[], colours: readonly ColourName[]): Map<string, ChessCode> {
  const codes = new Map<string, ChessCode>();
  const owners = new Set<string>();
  for (const piece of pieces) {
    const match = kCode.exec(piece);
    const symbol = pieceOfLetter(match?.[2] ?? "");
    const colour = match && colourOfLetter(match[1] ?? "", roles, colours);
    if (!match || !symbol || !colour) return new Map();
    owners.add(match[1] ?? "");
    codes.set(piece, { symbol, colour });
  }
  return owners.size <= kMostOwners ? codes : new Map();
}
