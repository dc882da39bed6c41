// What is known about a game, on its page and in the Studio: sentences with their standing, images of a cell, distances as a heat map.
import assert from "node:assert/strict";
import { story } from "./harness/story.mjs";

story("what the rules of a game imply, on its page", async ({ visit, origin }) => {
  const { page } = await visit();
  await page.goto(`${origin}/game/connectfour`);
  await page.getByText("Knowledge: what the rules imply").click();
  const known = page.locator(".knowledge");
  await known.getByText("The goals of red and yellow add up to 100").waitFor();
  assert.equal(await known.locator(".board__mark").count(), 0);
  await known.locator('[data-cell="0"]').first().hover();
  await known.locator(".board__mark--origin").waitFor();
  assert.equal(await known.locator(".board__mark").count(), 2, "a cell and its mirror image");
  await page.mouse.move(0, 0);
  await known.getByLabel("Steps at least to").selectOption("(cell 1 3 red)");
  await known.locator(".board__mark-text").first().waitFor();
});

story("what a sheet that is being written implies, in the Studio", async ({ visit, origin }) => {
  const { page } = await visit();
  await page.goto(`${origin}/studio?game=tictactoe`);
  await page.getByRole("tab", { name: "Knowledge" }).click();
  const known = page.locator(".knowledge");
  await known.getByText("The goals of xplayer and oplayer add up to 100").waitFor();
  await known.getByText("How near the goals are").waitFor();
  assert.equal(await known.locator("meter").count(), 2);
  const cells = known.locator(".knowledge__statement", { hasText: "in each of 9 cases" });
  await cells.getByRole("button", { name: "show" }).click();
  assert.equal(await known.locator(".board__mark--about").count(), 9);
});
