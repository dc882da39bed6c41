// How far two pictures are from each other. They are decoded by the browser, so that no library has to be brought along.
import { readFile } from "node:fs/promises";

// Edges of shapes and letters come out a little differently with every version of a browser.
const kSameColour = 32;

function difference([one, other, sameColour]) {
  const pixels = async (bytes) => {
    const picture = await createImageBitmap(new Blob([Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0))], { type: "image/png" }));
    const brush = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
    brush.drawImage(picture, 0, 0);
    return brush.getImageData(0, 0, picture.width, picture.height);
  };
  return Promise.all([pixels(one), pixels(other)]).then(([a, b]) => {
    const sizes = [a, b].map(({ width, height }) => `${width}x${height}`);
    if (sizes[0] !== sizes[1]) return { sizes, share: 1 };
    let differ = 0;
    for (let at = 0; at < a.data.length; at += 4) {
      const apart = [0, 1, 2, 3].some((channel) => Math.abs(a.data[at + channel] - b.data[at + channel]) > sameColour);
      if (apart) differ += 1;
    }
    return { sizes, share: differ / (a.data.length / 4) };
  });
}

/** The sizes of both, and the share of pixels that differ: 1 for pictures of different sizes. `page` may be any page. */
export async function compare(page, one, other) {
  const [a, b] = await Promise.all([one, other].map((path) => readFile(path, "base64")));
  return page.evaluate(difference, [a, b, kSameColour]);
}
