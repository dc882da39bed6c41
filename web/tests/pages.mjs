// The way through the pages in a real browser, against the mock server: `node tests/pages.mjs [folder for screenshots]`.
// AGON_ORIGIN is the address of a built application; without it the sources are served as they are.
import assert from "node:assert/strict";
import { createServer } from "vite";
import { openBrowser, openPage } from "./mock/browser.mjs";
import { MockServer } from "./mock/server.mjs";

const shots = process.argv[2];
const vite = process.env["AGON_ORIGIN"] ? null : await createServer({ server: { proxy: {} }, logLevel: "error" });
await vite?.listen();
const origin = process.env["AGON_ORIGIN"] ?? vite.resolvedUrls.local[0].replace(/\/$/, "");

async function story(name, viewport, colorScheme, tell) {
  const { browser, context } = await openBrowser(viewport, colorScheme);
  try {
    const mock = new MockServer({ extraGames: 30 });
    const it = { mock, context, ...(await openPage(context, mock)) };
    it.shot = async (title) => shots && (await it.page.screenshot({ path: `${shots}/${name}-${title}.png` }));
    await tell(it).catch((error) => {
      console.error(`failed ${name}`, it.complaints);
      throw error;
    });
    assert.deepEqual(it.complaints, [], `${name}: the console stays silent`);
    console.log(`ok ${name}`);
  } finally {
    await browser.close();
  }
}

const cell = (page, index) => page.locator(`[data-cell="${index}"]`).first();

async function ownMove(page) {
  await page.locator(".match__turn", { hasText: "Your move" }).waitFor();
  await page.locator(".game-view [data-cell]").first().waitFor();
}

const kWindow = { width: 1280, height: 900 };
const kPhone = { width: 390, height: 844 };

await story("play", kWindow, "light", async ({ page, shot, mock }) => {
  await page.goto(origin);
  await page.getByText("31 games").waitFor();
  await shot("gallery");
  // Three clicks to the first move.
  await page.getByRole("button", { name: "Play Tic-Tac-Toe" }).click();
  await page.getByRole("button", { name: "Start", exact: true }).waitFor();
  await shot("start");
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await ownMove(page);
  await shot("first-move");
  await cell(page, 4).click();
  await page.getByText("2 / 2").waitFor();
  await ownMove(page);
  assert.equal(await page.title(), "Your move: Tic-Tac-Toe · Agon");

  await page.keyboard.press("ArrowLeft");
  await page.getByText("You look at position 1 of 2").waitFor();
  await shot("past");
  await page.getByRole("button", { name: "Back to now" }).click();
  await page.getByText("2 / 2").waitFor();

  await page.getByRole("button", { name: "Take back" }).click();
  await page.getByText("0 / 0").waitFor();
  await cell(page, 4).click();
  await page.getByText("2 / 2").waitFor();
  await cell(page, 6).click();
  await page.getByText("4 / 4").waitFor();
  // The machine has taken 0 and 1; 2 completes the diagonal 2-4-6.
  await cell(page, 2).click();
  await page.getByRole("region", { name: "Result" }).getByText("You win.").waitFor();
  await shot("won");

  await page.getByRole("button", { name: "Swap seats" }).click();
  await page.getByText("1 / 1").waitFor();
  assert.equal(mock.matches.size, 2);
  await page.getByRole("button", { name: "Give up" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Give up" }).click();
  await page.getByRole("region", { name: "Result" }).getByText("The match was ended early.").waitFor();
});

await story("invite", kWindow, "dark", async ({ page, context, shot, mock }) => {
  await page.goto(`${origin}/game/tictactoe`);
  await page.getByRole("combobox", { name: "oplayer" }).selectOption("link");
  await shot("game");
  await page.getByRole("button", { name: "Start", exact: true }).click();
  const link = await page.locator(".match-links input").inputValue();
  assert.match(link, /\/play\/m1#seat=m1-seat1$/);
  await shot("links");

  const guest = await openPage(await context.browser().newContext(), mock);
  await guest.page.goto(link);
  await guest.page.getByText("Waiting for xplayer").waitFor();
  assert.ok(!guest.page.url().includes("seat"), "the token leaves the address bar");
  await cell(page, 0).click();
  await ownMove(guest.page);
  await cell(guest.page, 1).click();
  await ownMove(page);

  // A cut connection comes back by itself and the match goes on.
  for (const socket of guest.sockets) await socket.close();
  await guest.page.getByText("The connection to the server is lost").waitFor();
  await cell(page, 3).click();
  await guest.page.getByText("3 / 3").waitFor();
  await guest.page.reload();
  await ownMove(guest.page);
  assert.deepEqual(guest.complaints, []);
});

await story("watch", kPhone, "light", async ({ page, shot, mock }) => {
  mock.thinks = 1000;
  const seats = [{ kind: "strategy", strategy: "random" }, { kind: "strategy", strategy: "auto" }];
  mock.request("POST", "/api/matches", { seats, casual: false, show_thoughts: true, start_clock: 0, play_clock: 0 });
  await page.goto(`${origin}/watch`);
  await page.getByText("step 0").or(page.getByText("step 1")).waitFor();
  await shot("list");
  await page.getByRole("link", { name: "Tic-Tac-Toe" }).first().click();
  await page.getByRole("tab", { name: "Thinking" }).click();
  await page.getByText("Expected line").waitFor();
  await page.getByRole("region", { name: "Result" }).waitFor();
  await shot("thinking");
  await page.getByRole("tab", { name: "Moves" }).click();
  await page.getByRole("img", { name: "Expected goals" }).waitFor();
  await shot("replay");
  await page.goto(`${page.url()}?step=2`);
  await page.getByText(/^2 \/ \d+$/).waitFor();
  await page.getByRole("tab", { name: "State" }).click();
  await page.getByText("(control xplayer)").waitFor();
  await shot("state");
});

await story("troubles", kPhone, "dark", async ({ page, shot, complaints }) => {
  await page.goto(`${origin}/game/nothing`);
  await page.getByText("There is no game called 'nothing'.").waitFor();
  await page.goto(`${origin}/play/gone`);
  await page.getByText("There is no such match.").waitFor();
  await page.goto(`${origin}/nowhere`);
  await page.getByText("There is no page at this address.").waitFor();
  await page.goto(`${origin}/?q=other&players=2`);
  await page.getByText(/of 31 games/).waitFor();
  await shot("gallery");
  // The browser itself notes the two answers of status 404.
  complaints.splice(0, 2);
});

await vite?.close();
