// Somebody comes for the first time: from the gallery to a finished game.
import assert from "node:assert/strict";
import { playByClicking, result, stepsPlayed } from "./harness/player.mjs";
import { story } from "./harness/story.mjs";

story("from the first page to a finished game of tic-tac-toe", async ({ visit, origin }) => {
  const { page } = await visit();
  await page.goto(origin);
  await page.locator(".game-card svg.thumbnail").nth(5).waitFor();
  assert.ok((await page.locator(".game-card").count()) > 100, "the whole library is in the gallery");

  let clicks = 0;
  const click = async (locator) => {
    await locator.click();
    clicks += 1;
  };
  await click(page.getByRole("button", { name: "Play Tic-Tac-Toe", exact: true }));
  await click(page.getByRole("dialog").getByRole("button", { name: "Start", exact: true }));
  await page.locator(".match__turn--own").waitFor();
  await page.locator(".board__hit--live").first().waitFor();
  assert.ok(clicks <= 3, `${clicks} clicks to a board that can be played on`);
  assert.match(await page.title(), /^Your move: /);

  const pressed = await playByClicking(page);
  assert.equal(pressed.buttons, 0, "every move was made on the board");
  await result(page).waitFor();
  assert.ok((await stepsPlayed(page)) >= 5);
});
