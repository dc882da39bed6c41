// How much of the gallery stands. The first cards fill the window at once, so that their drawings are asked for and shown soon; the rest
// follows in tasks short enough that nothing waits for them. What has stood once stands at once: a page that somebody goes back to must
// be as high as it was.
import { createEffect, createSignal, type Accessor } from "solid-js";

const kFirst = 24;
const kMore = 24;

const [most, setMost] = createSignal(kFirst);

/** The part of `all` to show now; it grows by itself. */
export function createGrowing<T>(all: Accessor<readonly T[]>): Accessor<readonly T[]> {
  createEffect(() => {
    if (most() < all().length) afterPaint(() => setMost((old) => old + kMore));
  });
  return () => (most() < all().length ? all().slice(0, most()) : all());
}

function afterPaint(work: () => void): void {
  requestAnimationFrame(() => setTimeout(work));
}
