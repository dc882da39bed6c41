// How much the first view needs, and how soon it and a move are seen. Only the bytes are judged; times depend on the machine.
import assert from "node:assert/strict";
import { framesText, measureFrames } from "./harness/frames.mjs";
import { ownTurn, playByClicking, seeded, startMatch } from "./harness/player.mjs";
import { story } from "./harness/story.mjs";

const kMostBytes = 300_000;
const kMoves = 20;
const kVisitors = 5;
const kLargeBoard = 19;

// How long a visitor who has never been here waits for the first drawing.
async function firstDrawing(page, origin) {
  const began = performance.now();
  await page.goto(origin, { waitUntil: "commit" });
  await page.locator("svg.thumbnail").first().waitFor();
  return Math.round(performance.now() - began);
}

story("the first view is small", async ({ visit, origin, note }) => {
  const { page, context } = await visit();
  const wire = await context.newCDPSession(page);
  await wire.send("Network.enable");
  const sizes = new Map();
  const addresses = new Map();
  wire.on("Network.responseReceived", ({ requestId, response }) => addresses.set(requestId, response.url));
  wire.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => sizes.set(requestId, encodedDataLength));
  note(`first drawing after ${await firstDrawing(page, origin)} ms on a server that has just started for the first time`);
  await page.waitForLoadState("networkidle");
  const sum = (wanted) => [...sizes].filter(([id]) => wanted(addresses.get(id) ?? "")).reduce((total, [, size]) => total + size, 0);
  const total = sum(() => true);
  note(`${total} bytes in ${sizes.size} answers, ${sum((url) => url.includes("/api/"))} of them from /api`);
  assert.ok(total < kMostBytes, `${total} bytes for the first view`);
  const times = [];
  for (let visitor = 0; visitor < kVisitors; visitor++) times.push(await firstDrawing((await visit()).page, origin));
  note(`for the next visitors after ${times.join(", ")} ms`);
});

// Notes for every step how long it takes from the message to the frame after the board has changed.
function measureSteps() {
  window.stepTimes = [];
  const Plain = window.WebSocket;
  window.WebSocket = class extends Plain {
    constructor(...words) {
      super(...words);
      this.addEventListener("message", ({ data }) => {
        if (JSON.parse(data).type !== "step") return;
        const came = performance.now();
        const observer = new MutationObserver(() => {
          observer.disconnect();
          requestAnimationFrame(() => window.stepTimes.push(performance.now() - came));
        });
        observer.observe(document.querySelector(".match__board"), { subtree: true, childList: true, attributes: true });
      });
    }
  };
}

story("a move is seen soon after its message", async ({ visit, origin, note }) => {
  const { page } = await visit();
  await page.addInitScript(measureSteps);
  await startMatch(page, origin, "breakthrough");
  await playByClicking(page, { random: seeded(4), steps: kMoves + 2 });  // the last frames may still be under way
  const times = (await page.evaluate(() => window.stepTimes)).sort((a, b) => a - b);
  assert.ok(times.length >= kMoves, `${times.length} steps were measured`);
  note(`median of ${times.length} steps: ${times[Math.floor(times.length / 2)].toFixed(1)} ms, slowest ${times.at(-1).toFixed(1)} ms`);
});

// The library's Gomoku on a larger board: more cells that can be pressed than any of its games has.
async function largeBoard(origin) {
  const { rules } = await (await fetch(`${origin}/api/games/gomoku`)).json();
  const more = [];
  for (let last = 16; last <= kLargeBoard; last++) more.push(`(index ${last}) (succ ${last - 1} ${last})`);
  return `${rules}\n${more.join("\n")}\n`;
}

story("a large board keeps up with the pointer and with moves", async ({ visit, server, origin, note }) => {
  const { page } = await visit();
  const seats = [{ kind: "person" }, { kind: "strategy", strategy: "random" }];
  const order = { rules: await largeBoard(origin), title: "Large board", seats, start_clock: 0, play_clock: 0, casual: true, scramble: false, show_thoughts: false };
  const match = await server.post("/api/matches", order);
  await page.goto(`${origin}/play/${match.id}#seat=${match.seats[0].token}`);
  await ownTurn(page);
  assert.equal(await page.locator(".board__hit--live").count(), kLargeBoard ** 2);

  const { x, y, width, height } = await page.locator(".board__canvas").boundingBox();
  const pointer = await measureFrames(page, async () => {
    for (let row = 0; row < kLargeBoard; row++) {
      const at = y + ((row + 0.5) * height) / kLargeBoard;
      await page.mouse.move(x + 1, at);
      await page.mouse.move(x + width - 1, at, { steps: kLargeBoard });
    }
  });
  note(`pointer over ${kLargeBoard ** 2} cells: ${framesText(pointer)}`);

  const moves = await measureFrames(page, () => playByClicking(page, { random: seeded(5), steps: kMoves }));
  note(`${kMoves} moves: ${framesText(moves)}`);
});
