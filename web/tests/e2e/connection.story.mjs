// A page that is reloaded, a connection that is cut, a server that goes away in the middle of a match: the match goes on.
import assert from "node:assert/strict";
import { Line } from "./harness/line.mjs";
import { boardText, nextChoice, playByClicking, result, seeded, startMatch, stepsPlayed } from "./harness/player.mjs";
import { serveWith, story } from "./harness/story.mjs";

// Random moves on seven columns cannot end a game in so few of them.
const kOpening = 3;
const kProcesses = 2; // built-in players at a time

serveWith("--processes", String(kProcesses));
const kLost = "The connection to the server is lost";
// The browser itself notes each attempt to connect that fails.
const kUnreachable = [/WebSocket connection to .* failed/, /ERR_CONNECTION_(REFUSED|RESET|CLOSED)|ERR_EMPTY_RESPONSE|ERR_SOCKET_NOT_CONNECTED/];

/** Some moves, and what is on the board when it is this page's turn again. */
async function open(page, origin) {
  await startMatch(page, origin, "connectfour");
  await playByClicking(page, { steps: 2 * kOpening });
  await page.locator(".scrubber__count", { hasText: `${2 * kOpening} / ${2 * kOpening}` }).waitFor();
  return boardText(page);
}

async function assertGoesOn(page, before) {
  await page.getByText(kLost).waitFor({ state: "hidden" });
  await page.locator(".match__turn--own").waitFor();
  assert.deepEqual(await boardText(page), before);
  await playByClicking(page, { random: seeded(2) });
  await result(page).waitFor();
  assert.ok((await stepsPlayed(page)) > 2 * kOpening);
}

/** Moves on a page without a connection: it says that the move was not sent, and another can be tried. */
async function pressInVain(page) {
  for (let attempt = 0; attempt < 2; attempt++) {
    const { selector } = await nextChoice(page);
    await page.locator(selector).first().click();
    await page.getByText("The move was not sent").nth(attempt).waitFor();
  }
}

story("reloading in the middle of a match", async ({ visit, origin }) => {
  const { page } = await visit();
  const before = await open(page, origin);
  await page.reload();
  await assertGoesOn(page, before);
});

story("a cut connection comes back by itself", async ({ visit, server }) => {
  const line = await Line.to(server.port);
  try {
    const { page, provoke } = await visit();
    provoke(...kUnreachable);
    const before = await open(page, line.origin);
    line.cut();
    await page.getByText(kLost).waitFor();
    await pressInVain(page);
    line.mend();
    await assertGoesOn(page, before);
  } finally {
    await line.close();
  }
});

for (const signal of ["SIGTERM", "SIGKILL"]) {
  story(`the server goes away with ${signal} and comes back`, async ({ visit, server, origin }) => {
    const { page, provoke } = await visit();
    provoke(...kUnreachable);
    const before = await open(page, origin);
    const code = await server.stop(signal);
    if (signal === "SIGTERM") assert.equal(code, 0, "it stops in good order");
    await page.getByText(kLost).waitFor();
    await server.start();
    await assertGoesOn(page, before);
  });
}

story("a match begins when a player is free for it", async ({ visit, server, origin }) => {
  const thinker = { kind: "strategy", strategy: "mcts(time=60s)" }; // never waits for a person, so it does not make room
  const seats = Array(kProcesses).fill(thinker);
  const order = { game: "connectfour", seats, start_clock: 0, play_clock: 0, casual: true, scramble: false, show_thoughts: false };
  const end = ({ id, owner }) => server.post(`/api/matches/${id}/abort`, {}, owner);
  const other = await server.post("/api/matches", order);
  const { page } = await visit();
  await startMatch(page, origin, "connectfour", { opponent: "strategy:mcts(iterations=300)" });
  await page.getByText("Waiting for a free player: next in line.").waitFor();
  assert.equal(await page.locator(".board__hit--live").count(), 0, "nothing to press before the match begins");
  await end(other);
  await page.locator(".match__turn--own").waitFor();
  await playByClicking(page, { steps: 2 });
});
