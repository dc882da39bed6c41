// Pictures of things and beings that rule sheets speak of: walls, boxes, keys, people. A picture is a body, perhaps lines on it and a sign.
import type { SymbolName } from "../glyph";

interface Picture {
  body: string;
  details?: string;
  sign?: string;
}

const kPictures: Partial<Record<SymbolName, Picture>> = {
  wall: {
    body: "M-50 -50 H50 V50 H-50 Z",
    details: "M-50 -17 H50 M-50 17 H50 M-18 -50 V-17 M26 -50 V-17 M4 -17 V17 M-36 -17 V17 M40 -17 V17 M-18 17 V50 M26 17 V50",
  },
  box: { body: "M-36 -36 H36 V36 H-36 Z", details: "M-26 -26 H26 V26 H-26 Z M-26 -26 L26 26 M26 -26 L-26 26" },
  person: {
    body: "M0 -38 A15 15 0 0 1 8 -11 C22 -7 28 8 29 36 H-29 C-28 8 -22 -7 -8 -11 A15 15 0 0 1 0 -38 Z",
    details: "M-8 -11 C-3 -8 3 -8 8 -11",
  },
  ghost: {
    body: "M-28 36 V-8 C-28 -46 28 -46 28 -8 V36 L18 27 L9 36 L0 27 L-9 36 L-18 27 Z",
    sign: "M-15 -9 a6 6 0 1 0 12 0 a6 6 0 1 0 -12 0 M3 -9 a6 6 0 1 0 12 0 a6 6 0 1 0 -12 0",
  },
  animal: {
    body: "M-27 -36 L-9 -23 C-3 -25 3 -25 9 -23 L27 -36 C29 -20 30 -8 27 2 C22 20 10 34 0 34 C-10 34 -22 20 -27 2 C-30 -8 -29 -20 -27 -36 Z",
    sign: "M-16 -4 a4.5 4.5 0 1 0 9 0 a4.5 4.5 0 1 0 -9 0 M7 -4 a4.5 4.5 0 1 0 9 0 a4.5 4.5 0 1 0 -9 0 M-6 16 H6 L0 23 Z",
  },
  key: { body: "M-20 -18 A17 17 0 1 1 -20 16 A17 17 0 0 1 -20 -18 Z M-4 -7 H38 V14 H29 V5 H21 V12 H13 V5 H-4 Z", sign: "M-26 -1 a6 6 0 1 0 12 0 a6 6 0 1 0 -12 0" },
  door: { body: "M-26 40 V-18 C-26 -48 26 -48 26 -18 V40 Z", details: "M0 -38 V40", sign: "M8 4 a5 5 0 1 0 10 0 a5 5 0 1 0 -10 0" },
  flag: { body: "M-22 -40 H-15 V-36 L30 -20 L-15 -3 V40 H-22 Z" },
  bomb: {
    body: "M-2 -20 A28 28 0 1 1 -8 -20 L-8 -27 H-2 L6 -36 C12 -42 20 -40 24 -34 L19 -31 C16 -35 12 -35 9 -32 L2 -25 V-20 Z",
    sign: "M-22 2 C-21 -5 -16 -9 -10 -10 L-10 -5 C-14 -4 -17 -1 -17 3 Z",
  },
  flame: {
    body: "M2 -42 C6 -26 26 -16 27 8 C28 26 15 40 0 40 C-15 40 -28 27 -27 9 C-26 -2 -18 -8 -14 -18 C-8 -14 -6 -9 -6 -4 C2 -12 5 -26 2 -42 Z",
    sign: "M1 8 C8 16 12 20 11 27 C10 34 5 37 0 37 C-6 37 -11 33 -11 27 C-11 20 -3 16 1 8 Z",
  },
  lamp: { body: "M0 -34 A34 34 0 1 1 -0.1 -34 Z", details: "M0 -20 A20 20 0 1 1 -0.1 -20 Z" },
  ship: { body: "M-40 6 H40 C36 24 28 32 18 32 H-18 C-28 32 -36 24 -40 6 Z M-18 6 V-10 H-4 V-28 H6 V-10 H18 V6 Z", details: "M-32 16 H32" },
  visited: { body: "M0 -12 A12 12 0 1 1 -0.1 -12 Z" },
  cover: { body: "M-40 -40 H40 V40 H-40 Z", details: "M-40 40 L-30 30 H30 V-30 L40 -40 M30 30 L40 40" },
  tile: { body: "M-42 -42 H42 V42 H-42 Z", details: "M-30 -30 H30 V30 H-30 Z" },
  arrow: { body: "M0 -40 L24 -10 H9 V38 H-9 V-10 H-24 Z" },
  edge: { body: "M-50 -53 H50 V-45 H-50 Z" },
  domino: { body: "M-22 -42 H22 V42 H-22 Z", details: "M-12 0 H12" },
};

export const isThing = (symbol: SymbolName): boolean => kPictures[symbol] !== undefined;

export function Thing(props: { symbol: SymbolName; turn?: number | undefined }) {
  const picture = () => kPictures[props.symbol];
  return (
    <g transform={props.turn ? `rotate(${props.turn})` : undefined}>
      <path class="ink__body" d={picture()?.body ?? ""} />
      {picture()?.details && <path class="ink__detail" d={picture()?.details} />}
      {picture()?.sign && <path class="ink__sign" d={picture()?.sign} />}
    </g>
  );
}
