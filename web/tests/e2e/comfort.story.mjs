// Taking back, the keyboard alone, a telephone, and the dark.
import assert from "node:assert/strict";
import { boardText, cell, giveUp, ownTurn, playByClicking, result, startMatch } from "./harness/player.mjs";
import { story } from "./harness/story.mjs";

story("a move is taken back", async ({ visit, origin }) => {
  const { page } = await visit();
  await startMatch(page, origin, "tictactoe");
  await ownTurn(page);
  const before = await boardText(page);
  await cell(page, 4).click();
  await page.locator(".scrubber__count", { hasText: "2 / 2" }).waitFor();
  await page.getByRole("button", { name: "Take back" }).click();
  await page.locator(".scrubber__count", { hasText: "0 / 0" }).waitFor();
  assert.deepEqual(await boardText(page), before);
  await playByClicking(page);
  await result(page).waitFor();
});

story("tic-tac-toe with the keyboard alone", async ({ visit, origin }) => {
  const { page } = await visit();
  await startMatch(page, origin, "tictactoe");
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("data-cell"));
  await ownTurn(page);
  for (let tabs = 0; (await focused()) === null && tabs < 40; tabs++) await page.keyboard.press("Tab");
  assert.notEqual(await focused(), null, "Tab leads to the board");
  // A walk over the whole board: each cell is tried when it is this page's turn.
  const walk = ["ArrowRight", "ArrowRight", "ArrowUp", "ArrowLeft", "ArrowLeft", "ArrowUp", "ArrowRight", "ArrowRight"];
  const back = { ArrowRight: "ArrowLeft", ArrowLeft: "ArrowRight", ArrowUp: "ArrowDown", ArrowDown: "ArrowUp" };
  for (const corner of ["ArrowLeft", "ArrowLeft", "ArrowDown", "ArrowDown"]) await page.keyboard.press(corner);
  const path = [...walk, ...walk.toReversed().map((key) => back[key])];
  for (const key of [null, ...path]) {
    if (key) await page.keyboard.press(key);
    if ((await result(page).count()) > 0) break;
    await page.locator(".match__turn--own, .match-result").first().waitFor();
    await page.keyboard.press("Enter");
  }
  await result(page).waitFor();
});

story("the keyboard goes on where something has vanished", async ({ visit, origin }) => {
  const { page } = await visit();
  const press = async (name, key = "Enter") => {
    await page.getByRole("button", { name }).first().focus();
    await page.keyboard.press(key);
  };
  const focused = (locator) => locator.evaluate((element) => element.matches(":focus"));

  await page.goto(`${origin}/?q=nosuchgame`);
  await press("Show all games");
  await page.locator("svg.thumbnail").first().waitFor();
  assert.ok(await focused(page.getByLabel("Search")), "a search without a result leads back to the search");

  await page.goto(`${origin}/studio?template=board`);
  await page.locator(".cm-content").waitFor();
  await press("New or open");
  await page.getByRole("tab", { name: "Templates" }).click();
  await press(/^Nine Lamps/);
  await page.locator(".cm-line", { hasText: "Nine Lamps" }).first().waitFor();
  assert.ok(await focused(page.locator(".cm-content")), "a sheet that was picked leads to the editor");

  await page.goto(`${origin}/tournaments`);
  await press("New tournament");
  assert.ok(await focused(page.getByLabel("Title")), "a form begins at its first field");
  await press("Add a player");
  assert.ok(await focused(page.getByLabel("Player 3", { exact: true })), "a new player is named next");
  await press("Remove player 3");
  assert.ok(await focused(page.getByLabel("Player 2", { exact: true })), "a removed player leads to the neighbour");

  await startMatch(page, origin, "tictactoe");
  await giveUp(page);
  await page.getByRole("region", { name: "Result" }).and(page.locator(":focus")).waitFor();
});

for (const colorScheme of ["light", "dark"]) {
  story(`on a telephone, ${colorScheme}`, async ({ visit, origin }) => {
    const { page } = await visit({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, colorScheme });
    await startMatch(page, origin, "connectfour");
    await ownTurn(page);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 390, `nothing sticks out to the side, but the page is ${wide} wide`);
    const brightness = await page.evaluate(() => getComputedStyle(document.body).backgroundColor.match(/\d+/g).slice(0, 3).reduce((sum, part) => sum + Number(part), 0) / 3);
    assert.ok(colorScheme === "dark" ? brightness < 80 : brightness > 200, `${colorScheme}, but the ground has brightness ${brightness}`);
    const pressed = await playByClicking(page);
    assert.equal(pressed.buttons, 0);
    await result(page).waitFor();
  });
}
