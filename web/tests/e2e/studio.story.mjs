// Writing a game from nothing: a mistake is shown and mended, the board appears, and the game is played.
import assert from "node:assert/strict";
import { playByClicking, result } from "./harness/player.mjs";
import { story } from "./harness/story.mjs";

// Two players mark the cells of a row of three in turn; who takes the last one wins.
const kSheet = `(role left)
(role right)
(index 1)
(index 2)
(index 3)
(<= (init (cell ?x free)) (index ?x))
(init (control left))
(<= (legal ?who (mark ?x)) (true (control ?who)) (true (cell ?x free)))
(<= (legal left noop) (true (control right)))
(<= (legal right noop) (true (control left)))
(<= (next (cell ?x ?who)) (does ?who (mark ?x)))
(<= (marked ?x) (does ?who (mark ?x)))
(<= (next (cell ?x ?what)) (true (cell ?x ?what)) (not (marked ?x)))
(<= (next (control right)) (true (control left)))
(<= (next (control left)) (true (control right)))
(<= open (true (cell ?x free)))
(<= terminal (not open))
(<= (goal ?who 0) (true (control ?who)))
(<= (goal ?who 100) (role ?who) (not (true (control ?who))))
`;
const kMistake = "(<= terminal (not (true (cell ?x free))))";

const sheetText = (page) => page.locator(".cm-content").evaluate((content) => [...content.querySelectorAll(".cm-line")].map((line) => line.textContent).join("\n"));

async function type(page, text) {
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+A");
  await page.keyboard.press("Delete");
  await page.keyboard.insertText(text);
}

story("typing over what is selected", async ({ visit, origin }) => {
  const { page } = await visit();
  await page.goto(`${origin}/studio?template=board`);
  await page.locator(".cm-content").click();
  const typeOver = async (text) => {
    await page.keyboard.press("Control+A");
    await page.keyboard.type(text);
  };
  await typeOver("; one line");
  assert.equal(await sheetText(page), "; one line");
  await page.keyboard.press("Enter");
  await page.keyboard.type("role");
  await typeOver("(");
  assert.equal(await sheetText(page), "(; one line\nrole)", "a bracket goes around");
  await page.keyboard.press("Control+A");
  await page.keyboard.insertText(kSheet);
  assert.equal(await sheetText(page), kSheet);
  await page.keyboard.press("Control+Z");
  assert.equal(await sheetText(page), "(; one line\nrole)");
});

story("a game from an empty editor", async ({ visit, origin }) => {
  const { page } = await visit();
  await page.goto(`${origin}/studio?template=empty`);
  await page.locator(".cm-content").waitFor();

  await type(page, `${kSheet}${kMistake}\n`);
  const problem = page.locator(".workbench__strip .problems__entry", { hasText: "20:" }).first();
  await problem.waitFor();
  await page.getByRole("tab", { name: "Problems" }).click();
  await page.locator(".workbench__right .problems__hint").first().waitFor();

  await type(page, kSheet);
  await page.locator(".workbench__strip-head", { hasText: "No problems" }).waitFor();
  await page.getByRole("tab", { name: "Board" }).click();
  for (const step of [1, 2, 3]) {
    await page.locator(".board-pane .board__hit--live").first().click();
    await page.locator(".board-pane .badge", { hasText: step === 3 ? "the end, after 3 steps" : `step ${step}` }).waitFor();
  }

  await page.getByRole("tab", { name: "Numbers" }).click();
  await page.getByRole("button", { name: /^Play .* matches$/ }).click();
  await page.locator(".numbers__facts").waitFor();
  await page.getByRole("button", { name: "Count", exact: true }).click();
  // 3, then 3 * 2, then 3 * 2 * 1 sequences.
  await page.getByRole("row", { name: /^3 6 6 / }).waitFor();

  const written = await sheetText(page);
  await page.reload();
  await page.locator(".cm-line", { hasText: "(role right)" }).waitFor();
  assert.equal(await sheetText(page), written, "a reload keeps the text");

  await page.locator(".workbench__strip-head", { hasText: "No problems" }).waitFor();
  await page.getByRole("button", { name: "Play this game" }).click();
  await page.waitForURL(/\/play\//);
  const pressed = await playByClicking(page);
  assert.equal(pressed.buttons, 0);
  await result(page).getByText("You win.").waitFor();
});
