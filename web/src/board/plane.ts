// The plane on which boards are drawn: a cell is 100 wide, y grows downwards.

export const kCell = 100;

export interface Point {
  x: number;
  y: number;
}

export interface AxisLabel extends Point {
  text: string;
  /** What the text is written beside: rows have it on their left, cells of lines below, layers above. */
  of: "column" | "row" | "cell" | "layer";
}

export interface Segment {
  from: Point;
  to: Point;
}

export interface Geometry {
  hexagonal: boolean;
  /** Seen from the other side: everything is turned by half a circle. */
  turned: boolean;
  /** Centres of the cells, in their order. */
  centres: Point[];
  labels: AxisLabel[];
  /** Thick lines between the blocks of a divided board. */
  separators: Segment[];
  /** From a cell to the next one along an axis. */
  steps: { column: Point; row: Point };
  /** Of the cells alone. */
  extent: { left: number; top: number; right: number; bottom: number };
  viewBox: { x: number; y: number; width: number; height: number };
}
