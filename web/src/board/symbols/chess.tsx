// Chess pieces as silhouettes: one outline each, drawn in a box from -50 to 50. They share the foot they stand on.
import type { SymbolName } from "../glyph";

const kFoot = "M-24 38 C-24 31 -20 28 -17 26 H17 C20 28 24 31 24 38 Z";

interface Piece {
  body: string;
  /** Lines on the body: an eye, the slit of a mitre, the rim of a tower. */
  details?: string;
}

const kPieces: Partial<Record<SymbolName, Piece>> = {
  pawn: {
    body: "M0 -30 C9 -30 14 -23 14 -16 C14 -11 11 -7 8 -5 H13 V1 H8 C8 12 12 20 17 26 H-17 C-12 20 -8 12 -8 1 H-13 V-5 H-8 C-11 -7 -14 -11 -14 -16 C-14 -23 -9 -30 0 -30 Z",
  },
  rook: {
    body: "M-24 -34 H-13 V-26 H-6 V-34 H6 V-26 H13 V-34 H24 V-17 L15 -9 L17 26 H-17 L-15 -9 L-24 -17 Z",
    details: "M-15 -9 H15 M-16 18 H16",
  },
  knight: {
    body: "M4 -38 C26 -33 29 -6 20 26 H-17 C-18 13 -4 8 -1 -5 C-8 -1 -12 1 -15 6 C-18 10 -27 8 -29 1 C-30 -3 -22 -15 -19 -22 C-17 -27 -12 -30 -8 -32 L-7 -41 L0 -35 Z",
    details: "M-11 -20 L-8 -20 M-24 0 L-22 -1 M10 -28 C19 -20 20 -2 16 16",
  },
  bishop: {
    body: "M0 -41 C4 -41 6 -37 4 -34 C15 -25 20 -11 12 1 C10 4 10 6 11 8 H15 V14 H11 C12 19 14 23 17 26 H-17 C-14 23 -12 19 -11 14 H-15 V8 H-11 C-10 6 -10 4 -12 1 C-20 -11 -15 -25 -4 -34 C-6 -37 -4 -41 0 -41 Z",
    details: "M6 -24 L-2 -11 M-11 8 H11 M-11 14 H11",
  },
  queen: {
    body: "M-33 -24 A4 4 0 1 1 -28 -21 L-17 -1 L-17 -27 A4.5 4.5 0 1 1 -11 -28 L-4 -4 L-3 -32 A4.5 4.5 0 1 1 3 -32 L4 -4 L11 -28 A4.5 4.5 0 1 1 17 -27 L17 -1 L28 -21 A4 4 0 1 1 33 -24 L19 14 C17 18 17 22 17 26 H-17 C-17 22 -17 18 -19 14 Z",
    details: "M-19 13 C-8 9 8 9 19 13",
  },
  king: {
    body: "M-3 -44 H3 V-38 H9 V-32 H3 V-24 C12 -34 31 -28 29 -9 C28 3 19 8 17 14 V26 H-17 V14 C-19 8 -28 3 -29 -9 C-31 -28 -12 -34 -3 -24 V-32 H-9 V-38 H-3 Z",
    details: "M0 -22 V8 M-17 14 C-8 9 8 9 17 14",
  },
};

export function ChessPiece(props: { piece: SymbolName }) {
  const piece = () => kPieces[props.piece];
  return (
    <>
      <path class="ink__body" d={`${piece()?.body ?? ""} ${kFoot}`} />
      <path class="ink__detail" d={piece()?.details ?? ""} />
    </>
  );
}
