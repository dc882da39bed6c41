// After the end: walking through a match, taking its record away, and bringing it back.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { assertSameBoard, boardText, playByClicking, result, startMatch, stepsPlayed } from "./harness/player.mjs";
import { story } from "./harness/story.mjs";

const run = promisify(execFile);
const kChecker = resolve(import.meta.dirname, "../../../schema/check.mjs");

async function download(page, name) {
  const arriving = page.waitForEvent("download");
  await page.getByRole("link", { name, exact: true }).click();
  return (await arriving).path();
}

async function bringBack(visitor, origin, file) {
  await visitor.page.goto(`${origin}/watch`);
  await visitor.page.locator('input[type="file"]').setInputFiles({ name: "record.json", mimeType: "application/json", buffer: await readFile(file) });
  await visitor.page.waitForURL(/\/watch\/./);
  await visitor.page.locator(".game-view").waitFor();
}

story("a match is walked through, downloaded and imported", async ({ visit, origin }) => {
  const { page } = await visit();
  await startMatch(page, origin, "tictactoe");
  await playByClicking(page);
  await result(page).waitFor();
  const steps = await stepsPlayed(page);
  const at = (step) => page.locator(".scrubber__count", { hasText: `${step} / ${steps}` }).waitFor();

  await page.getByRole("tab", { name: "State" }).click();
  await page.getByRole("button", { name: "To the start" }).click();
  await at(0);
  await page.getByText("Position 0: 10 fluents").waitFor();
  assert.ok((await boardText(page)).every((cell) => cell.endsWith("empty")));
  await page.getByRole("slider", { name: "Position" }).fill("2");
  await at(2);
  await page.getByText("Position 2: 10 fluents").waitFor();
  assert.equal((await boardText(page)).filter((cell) => !cell.endsWith("empty")).length, 2);
  await page.getByRole("button", { name: "One step on" }).click();
  await at(3);
  await page.getByRole("button", { name: "To the end" }).click();
  await at(steps);

  const own = await download(page, "Download record");
  await run(process.execPath, [kChecker, own]);
  const open = await download(page, "Public form");
  for (const file of [own, open]) {
    const other = await visit();
    await bringBack(other, origin, file);
    assert.equal(await stepsPlayed(other.page), steps);
    await assertSameBoard(page, other.page);
  }
});
