// Several people and one match: who holds the link plays, everybody else watches.
import assert from "node:assert/strict";
import { assertSameBoard, cell, ownTurn, result } from "./harness/player.mjs";
import { story } from "./harness/story.mjs";

async function invite(page, origin) {
  await page.goto(`${origin}/game/tictactoe`);
  await page.locator(".start-form__seat select").nth(1).selectOption("link");
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await page.waitForURL(/\/play\//);
  return page.locator(".match-links input").inputValue();
}

const shown = (page, steps) => page.locator(".scrubber__count", { hasText: `${steps} / ${steps}` }).waitFor();

story("two people play by link, a third one watches", async ({ visit, origin }) => {
  const [host, guest, watcher] = [await visit(), await visit(), await visit()];
  const link = await invite(host.page, origin);
  await guest.page.goto(link);
  await guest.page.getByText("Waiting for").first().waitFor();
  assert.doesNotMatch(guest.page.url(), /seat/, "the token leaves the address bar");

  await watcher.page.goto(`${origin}/watch`);
  await watcher.page.getByRole("list", { name: "Live matches" }).getByRole("link").first().click();
  await watcher.page.locator(".game-view").waitFor();

  // The host takes the first row, the guest the second.
  for (const [step, at] of [0, 3, 1, 4].entries()) {
    const mover = step % 2 === 0 ? host.page : guest.page;
    await ownTurn(mover);
    await cell(mover, at).click();
    for (const { page } of [host, guest, watcher]) await shown(page, step + 1);
    await assertSameBoard(host.page, guest.page);
    await assertSameBoard(host.page, watcher.page);
  }
  assert.equal(await watcher.page.locator(".board__hit--live").count(), 0, "a watcher has nothing to press");
  await ownTurn(host.page);
  await cell(host.page, 2).click();
  await result(host.page).getByText("You win.").waitFor();
  await result(guest.page).getByText(/ wins\.$/).waitFor();
  await result(watcher.page).getByText(/ wins\.$/).waitFor();
});

story("a match between two machines, with what they think", async ({ visit, origin }) => {
  const { page } = await visit();
  await page.goto(`${origin}/game/connectfour`);
  for (const index of [0, 1]) await page.locator(".start-form__seat select").nth(index).selectOption("strategy:mcts(time=0.3s)");
  await page.getByText("Clocks and more").click();
  await page.getByLabel("Show the machine's thinking").check();
  await page.getByRole("button", { name: "Start and watch" }).click();
  await page.waitForURL(/\/watch\//);
  await page.getByRole("tab", { name: "Thinking" }).click();
  await page.getByText("Expected line").waitFor();
  await page.locator(".thinking__moves tbody tr").first().waitFor();
  await page.locator(".scrubber__count", { hasText: /^[3-9] \/ [3-9]$/ }).waitFor();
  await page.getByRole("button", { name: "End match" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "End match" }).click();
  await result(page).getByText("The match was ended early.").waitFor();
});
