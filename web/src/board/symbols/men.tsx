// Round men: draughts, discs, stones, pegs, and the two marks of Tic-Tac-Toe.
const kCrown = "M-17 11 L-20 -12 L-9 -3 L0 -17 L9 -3 L20 -12 L17 11 Z";

export function Man(props: { crowned: boolean }) {
  return (
    <>
      <circle class="ink__body" r="37" cy={props.crowned ? 4 : 0} />
      {props.crowned && <circle class="ink__body" r="37" cy="-4" />}
      <circle class="ink__detail" r="27" cy={props.crowned ? -4 : 0} />
      {props.crowned && <path class="ink__sign" d={kCrown} transform="translate(0 -3)" />}
    </>
  );
}

export function Disc() {
  return (
    <>
      <circle class="ink__body" r="36" />
      <circle class="ink__detail ink__detail--faint" r="26" />
    </>
  );
}

export function Stone() {
  return (
    <>
      <circle class="ink__body" r="45" />
      <path class="ink__shine" d="M-26 -20 C-20 -30 -8 -34 2 -33 C-8 -28 -18 -22 -24 -12 C-27 -14 -27 -17 -26 -20 Z" />
    </>
  );
}

export function Peg() {
  return (
    <>
      <circle class="ink__body" r="31" />
      <circle class="ink__shine" cx="-9" cy="-10" r="8" />
    </>
  );
}

export function Cross() {
  return (
    <>
      <path class="ink__stroke ink__stroke--edge" d="M-27 -27 L27 27 M27 -27 L-27 27" />
      <path class="ink__stroke" d="M-27 -27 L27 27 M27 -27 L-27 27" />
    </>
  );
}

export function Ring() {
  return (
    <>
      <circle class="ink__stroke ink__stroke--edge" r="28" />
      <circle class="ink__stroke" r="28" />
    </>
  );
}
