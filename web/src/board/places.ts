// Things that lie in places: discs on pegs, blocks on blocks. A thing is a cell of the board, its content says where it lies. Where a thing
// can lie on another one, towers grow; otherwise all that share a place are one stack, the largest at the bottom.
import type { Position, StructureBoard } from "../api/types";
import type { Option } from "./gesture";
import type { Point } from "./plane";

export interface Box extends Point {
  width: number;
  height: number;
}

export interface PlaceLayout {
  /** The places that are no things, by name: pegs, the table. */
  roots: string[];
  /** Where they stand, in their order: the ground below all that lies there, and the room in which the place is pressed. */
  grounds: Box[];
  rooms: Box[];
  /** A peg goes up the middle of a room where things have sizes. */
  pegged: boolean;
  viewBox: { x: number; y: number; width: number; height: number };
}

const kDisc = { height: 38, narrowest: 70, widest: 230, pitch: 260 };
const kBlock = { height: 78, width: 84, pitch: 104 };
const kGround = 14;
const kLabel = 44;
const kMargin = 10;

const itemsOf = (board: StructureBoard) => board.axes[0]?.values ?? [];

export function rootsOf(board: StructureBoard): string[] {
  const items = new Set(itemsOf(board));
  return board.contents.filter((content) => !items.has(content));
}

/** Things can lie on things. */
const isTowers = (board: StructureBoard) => rootsOf(board).length < board.contents.length;
const isSized = (board: StructureBoard) => !isTowers(board) && board.axes[0]?.order !== "none";

// Towers beside each other on one table have a slot for each thing that may be at the bottom.
function slotsOf(board: StructureBoard): number {
  return isTowers(board) && rootsOf(board).length === 1 ? itemsOf(board).length : 1;
}

export function placeLayout(board: StructureBoard): PlaceLayout {
  const roots = rootsOf(board);
  const sized = isSized(board);
  const { height, pitch } = sized ? kDisc : kBlock;
  const width = pitch * slotsOf(board);
  const tall = height * (itemsOf(board).length + 0.7);
  const grounds = roots.map((_, r) => ({ x: r * (width + 20) + width / 2, y: kGround / 2, width, height: kGround }));
  // What stands on a table is pressed itself; a peg is pressed anywhere.
  const above = isTowers(board) ? 0 : tall;
  const rooms = grounds.map(({ x }) => ({ x, y: (kGround + kLabel - above) / 2, width, height: above + kGround + kLabel }));
  const right = Math.max(0, ...grounds.map((ground) => ground.x + width / 2));
  const viewBox = { x: -kMargin, y: -tall - kMargin, width: right + 2 * kMargin, height: tall + kGround + kLabel + 2 * kMargin };
  return { roots, grounds, rooms, pegged: sized, viewBox };
}

/** Where each thing lies, by the names of the contents; null where that is not known. */
export function placesAt(board: StructureBoard, index: number, position: Position): (string | null)[] {
  const scene = position.scene.boards[index] ?? [];
  const found = new Map(scene.map(({ cell, items }) => [cell, items.find(({ family }) => family === 0)?.content ?? null]));
  return board.cells.map((_, cell) => found.get(cell) ?? null);
}

// Things from the bottom up, the ground they stand on and the slot there. A thing that lies on itself by way of others stands nowhere.
function stacks(board: StructureBoard, places: readonly (string | null)[]): { root: number; slot: number; cells: number[] }[] {
  const items = itemsOf(board);
  const roots = rootsOf(board);
  const on = (place: string | undefined) => places.flatMap((each, cell) => (each === place && place !== undefined ? [cell] : []));
  if (!isTowers(board)) {
    return roots.map((place, root) => ({ root, slot: 0, cells: on(place).sort((a, b) => b - a) }));
  }
  const above = (cell: number): number[] => [cell, ...on(items[cell]).flatMap(above)];
  const several = slotsOf(board) > 1;
  return roots.flatMap((place, root) => on(place).map((bottom) => ({ root, slot: several ? bottom : 0, cells: above(bottom) })));
}

/** The boxes of the things, in the order of the cells; null for one that lies nowhere. */
export function itemBoxes(board: StructureBoard, layout: PlaceLayout, places: readonly (string | null)[]): (Box | null)[] {
  const boxes: (Box | null)[] = board.cells.map(() => null);
  const last = Math.max(1, board.cells.length - 1);
  for (const { root, slot, cells } of stacks(board, places)) {
    const ground = layout.grounds[root] ?? { x: 0, width: 0 };
    const pitch = ground.width / slotsOf(board);
    cells.forEach((cell, level) => {
      const { height } = layout.pegged ? kDisc : kBlock;
      const width = layout.pegged ? kDisc.narrowest + ((kDisc.widest - kDisc.narrowest) * cell) / last : kBlock.width;
      boxes[cell] = { x: ground.x - ground.width / 2 + (slot + 0.5) * pitch, y: -(level + 0.5) * height, width, height: height - 4 };
    });
  }
  return boxes;
}

/** Where something that comes to a place would lie: on top of what is there, or on top of the thing that is the place. */
export function landingPoint(board: StructureBoard, layout: PlaceLayout, places: readonly (string | null)[], place: string): Point {
  const boxes = itemBoxes(board, layout, places);
  const item = boxes[itemsOf(board).indexOf(place)];
  if (item) return { x: item.x, y: item.y - item.height };
  const root = layout.roots.indexOf(place);
  const ground = layout.grounds[root] ?? { x: 0, y: 0 };
  if (isTowers(board)) return { x: ground.x, y: ground.y };
  const count = places.filter((each) => each === place).length;
  return { x: ground.x, y: -(count + 0.5) * (layout.pegged ? kDisc : kBlock).height };
}

/** The option that a press on a place, or on a thing, means: the thing as a place, or the place it lies in. */
export function optionFor(options: readonly Option[], names: readonly (string | null | undefined)[]): Option | undefined {
  for (const name of names) {
    const found = options.find(({ words, verb }) => verb === null && words.length === 1 && words[0] === name);
    if (found) return found;
  }
  return undefined;
}
