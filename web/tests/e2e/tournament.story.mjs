// A tournament from the form to the report.
import assert from "node:assert/strict";
import { story } from "./harness/story.mjs";

story("a tournament of two quick players", async ({ visit, origin }) => {
  const { page } = await visit();
  await page.goto(`${origin}/tournaments`);
  await page.getByRole("button", { name: "New tournament" }).click();
  const form = page.getByRole("dialog");
  await form.getByLabel("Title").fill("Quick");
  await form.getByLabel("Games").fill("tictactoe");
  await form.getByRole("checkbox", { name: /^Tic-Tac-Toe 2 players/ }).first().check();
  await form.getByRole("combobox", { name: "Player 1" }).fill("random");
  await form.getByRole("combobox", { name: "Player 2" }).fill("first-legal");
  await form.getByLabel("Rounds").fill("3");
  await form.getByLabel("Seconds a move").fill("0.1");
  await form.getByLabel("Seconds before the first move").fill("0.1");
  await form.getByRole("button", { name: "Start", exact: true }).click();
  await page.waitForURL(/\/tournaments\/./);

  await page.getByRole("heading", { name: "Ratings" }).waitFor();
  await page.getByText("6 of 6 games").waitFor();
  await page.locator(".badge", { hasText: "ended" }).waitFor();
  for (const name of ["Ratings", "Crosstable", "Game by game", "Faults"]) await page.getByRole("heading", { name, exact: true }).waitFor();
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await page.frameLocator('iframe[title="Report of the laboratory"]').locator("h1, h2").first().waitFor();

  await page.goto(`${origin}/tournaments`);
  await page.getByRole("link", { name: "Quick" }).waitFor();
  assert.equal(await page.locator(".tournament-entry").count(), 1);
});
