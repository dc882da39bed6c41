// What stands on the cells of a board, cell by cell, ready to be drawn: its glyphs, without what is empty or hidden by a hint.
import type { Hint, Position, ScenePiece, Structure, StructureBoard } from "../api/types";
import { functorOf, isHidden } from "./families";
import { type Glyph, isWorded } from "./glyph";
import { type Ground, groundOf } from "./ground";
import { isDrawable, isDrawing, lineAxis, markGlyphs, terrainFamilies } from "./marks";
import { recognise, type SymbolFamily, type SymbolSet } from "./recognise";
import { type Sign, signsOf } from "./signs";

export interface Item {
  glyph: Glyph;
  /** Fluents of the main family are pieces, the others marks beside them. */
  main: boolean;
  /** Of piles: how many there are. */
  amount: number | null;
}

/** A line from a cell to another one, or to where the next one along an axis is or would be. */
export interface Link {
  from: number;
  to: number | "column" | "row";
  glyph: Glyph;
}

/** How the pieces of one board look. Made once for a structure. */
export class BoardArt {
  readonly board: StructureBoard;
  readonly family: SymbolFamily;
  readonly ground: Ground;
  readonly signs: readonly Sign[];
  private readonly main: SymbolSet;
  private readonly glyphsOf: ((content: string) => Glyph)[];
  private readonly hidden: boolean[];
  private readonly pieces: string[];
  // The same content is the same object in every position: layers redraw a cell only when its glyphs are others.
  private readonly drawn = new Map<string, Glyph>();

  constructor(
    structure: Structure,
    private readonly index: number,
    hint?: Hint | null,
  ) {
    const board = structure.boards[index];
    if (!board) throw new RangeError(`There is no board ${index}.`);
    this.board = board;
    const { contents, blank, families, name } = board;
    this.main = recognise({ contents, blank, roles: structure.roles, functor: name, hint: hint ?? null });
    this.family = this.main.family;
    this.ground = isDrawing(board) ? "dots" : groundOf(structure, index, this.family);
    this.signs = signsOf(structure, board, hint);
    this.glyphsOf = families.map(({ family }, f) => (f === 0 ? this.pieceGlyph : markGlyphs(functorOf(family), structure.roles)));
    this.hidden = families.map(({ family }) => isHidden(hint, family));
    this.pieces = contents.filter((content) => content !== blank);
  }

  /** Per cell. */
  itemsOf(position: Position): Item[][] {
    const cells: Item[][] = this.board.cells.map(() => []);
    const scene = position.scene.boards[this.index] ?? [];
    const terrain = terrainFamilies(this.board, scene);
    for (const { cell, items } of scene) {
      for (const piece of items) {
        if (this.hidden[piece.family] || this.isLink(piece)) continue;
        const glyph = this.glyphOf(piece);
        const shown = piece.family === 0 || glyph.symbol === "edge" || (!terrain.has(piece.family) && isDrawable(piece.content));
        if (glyph.symbol === "nothing" || !shown) continue;
        const amount = this.board.shape === "piles" && piece.family === 0 ? amountOf(piece.content) : null;
        cells[cell]?.push({ glyph, main: piece.family === 0, amount });
      }
    }
    return cells;
  }

  linksOf(position: Position): Link[] {
    return (position.scene.boards[this.index] ?? []).flatMap(({ cell, items }) =>
      items.flatMap((piece): Link[] => {
        const to = piece.target ?? lineAxis(piece.content);
        if (this.hidden[piece.family] || !this.isLink(piece) || to === undefined || to === cell) return [];
        return [{ from: cell, to, glyph: this.glyphOf(piece) }];
      }),
    );
  }

  /** The picture of a word that a move chooses, if it is a piece of this board or part of its name: `queen` among `white queen`. */
  glyphOfWord(word: string): Glyph | null {
    const content = this.pieces.find((piece) => piece === word) ?? this.pieces.find((piece) => piece.split(/[^a-z0-9]+/).includes(word));
    const glyph = content === undefined ? null : this.main.glyphOf(content);
    return glyph && !isWorded(glyph) ? glyph : null;
  }

  private readonly pieceGlyph = (content: string): Glyph => {
    const glyph = this.main.glyphOf(content);
    return this.ground === "lines" && glyph.symbol === "disc" ? { ...glyph, symbol: "stone" } : glyph;
  };

  private glyphOf({ family, content }: ScenePiece): Glyph {
    const key = `${family} ${content}`;
    let glyph = this.drawn.get(key);
    if (!glyph) this.drawn.set(key, (glyph = (this.glyphsOf[family] ?? this.pieceGlyph)(content)));
    return glyph;
  }

  private isLink({ family, target }: ScenePiece): boolean {
    return (this.ground === "dots" && family === 0) || (target !== undefined && target !== null);
  }
}

function amountOf(content: string): number | null {
  const digits = /(\d+)$/.exec(content)?.[1];
  return digits === undefined ? null : Number(digits);
}
