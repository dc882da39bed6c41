// Boards that are more than cells: lines, pegs and towers, marks of the ground, and the side a board is seen from.
import assert from "node:assert/strict";
import { cell, ownTurn, playByClicking, result, seeded, startMatch } from "./harness/player.mjs";
import { story } from "./harness/story.mjs";

for (const game of ["sim", "dots-and-boxes", "hanoi", "blocks-world"]) {
  story(`a whole game of ${game} without a word to choose`, async ({ visit, origin, note }) => {
    const { page } = await visit();
    await startMatch(page, origin, game);
    assert.equal(await page.locator(".game-view .board").count(), 1, "one drawing for everything");
    const pressed = await playByClicking(page, { random: seeded(7) });
    await result(page).waitFor();
    assert.equal(pressed.words + pressed.buttons, 0, "lines and places say it all");
    note(`pressed ${JSON.stringify(pressed)}`);
  });
}

const heightOf = async (locator) => (await locator.boundingBox()).y;

story("whoever plays black has the own side below; turning the board is remembered", async ({ visit, origin }) => {
  const { page } = await visit();
  await startMatch(page, origin, "breakthrough-6x6", { seat: 1 });
  await ownTurn(page);
  const first = cell(page, 0);
  const last = cell(page, 35);
  assert.ok((await heightOf(first)) < (await heightOf(last)), "row 1 is at the top");
  const turn = page.getByRole("button", { name: "Turn the board" });
  assert.equal(await turn.getAttribute("aria-pressed"), "true");
  await page.locator(".board__hit--live").first().click();
  await turn.press("Enter");
  assert.ok((await heightOf(first)) > (await heightOf(last)), "row 1 is at the bottom");
  assert.equal(await page.locator('.game-view [aria-pressed="true"]').count(), 1, "the half-made move is kept");
  await page.reload();
  await ownTurn(page);
  assert.ok((await heightOf(first)) > (await heightOf(last)), "as it was left");
});

story("watchers see a board as the rules have it", async ({ visit, origin }) => {
  const { page } = await visit();
  await startMatch(page, origin, "breakthrough-6x6", { seat: 1 });
  const { page: other } = await visit();
  await other.goto(page.url().replace("/play/", "/watch/"));
  await other.locator(".game-view").waitFor();
  assert.ok((await heightOf(cell(other, 0))) > (await heightOf(cell(other, 35))));
});

story("the targets of a store are explained", async ({ visit, origin }) => {
  const { page } = await visit();
  await page.goto(`${origin}/game/sokoban`);
  await page.getByRole("list", { name: "Marks of the ground" }).getByText("target").waitFor();
  assert.equal(await page.locator('.game-view [data-cell][aria-label$=", target"]').count(), 2);
});

story("a guess is set word by word", async ({ visit, origin }) => {
  const { page } = await visit();
  await startMatch(page, origin, "mastermind");
  const rows = page.locator(".slot-form__place");
  await rows.nth(3).waitFor();
  await page.locator(".scrubber__count", { hasText: "1 / 1" }).waitFor();
  const guess = page.locator(".slot-form button[type=submit]");
  assert.ok(await guess.isDisabled(), "nothing is set yet");
  for (let place = 0; place < 4; place++) await rows.nth(place).getByRole("button").nth(place).click();
  await guess.click();
  await page.locator(".scrubber__count", { hasText: "2 / 2" }).waitFor();
  await rows.nth(3).waitFor();
  assert.equal(await page.locator(".word-button[aria-pressed=true]").count(), 0, "the next guess begins anew");
});
