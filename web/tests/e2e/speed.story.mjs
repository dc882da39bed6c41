// How much the first view needs, and how soon it and a move are seen. Only the bytes are judged; times depend on the machine.
import assert from "node:assert/strict";
import { playByClicking, seeded, startMatch } from "./harness/player.mjs";
import { story } from "./harness/story.mjs";

const kMostBytes = 300_000;
const kMoves = 20;

story("the first view is small", async ({ visit, origin, note }) => {
  const { page, context } = await visit();
  const wire = await context.newCDPSession(page);
  await wire.send("Network.enable");
  const sizes = new Map();
  const addresses = new Map();
  wire.on("Network.responseReceived", ({ requestId, response }) => addresses.set(requestId, response.url));
  wire.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => sizes.set(requestId, encodedDataLength));
  const began = performance.now();
  await page.goto(origin);
  await page.locator("svg.thumbnail").first().waitFor();
  note(`first thumbnail after ${Math.round(performance.now() - began)} ms`);
  await page.waitForLoadState("networkidle");
  const sum = (wanted) => [...sizes].filter(([id]) => wanted(addresses.get(id) ?? "")).reduce((total, [, size]) => total + size, 0);
  const total = sum(() => true);
  note(`${total} bytes in ${sizes.size} answers, ${sum((url) => url.includes("/api/"))} of them from /api`);
  assert.ok(total < kMostBytes, `${total} bytes for the first view`);
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
  await playByClicking(page, { random: seeded(4), most: kMoves / 2 + 1 });
  const times = (await page.evaluate(() => window.stepTimes)).sort((a, b) => a - b);
  assert.ok(times.length >= kMoves, `${times.length} steps were measured`);
  note(`median of ${times.length} steps: ${times[Math.floor(times.length / 2)].toFixed(1)} ms, slowest ${times.at(-1).toFixed(1)} ms`);
});
