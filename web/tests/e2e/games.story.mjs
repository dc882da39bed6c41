// Games of every kind, played by clicking on what the page lights up, against a player that moves at random.
import assert from "node:assert/strict";
import { giveUp, nextChoice, ownTurn, playByClicking, result, seeded, startMatch, stepsPlayed } from "./harness/player.mjs";
import { story } from "./harness/story.mjs";

const kWhole = [
  { game: "connectfour", by: "cells" },
  { game: "breakthrough-6x6", by: "cells" },
  { game: "hex-5x5", by: "cells" },
  { game: "draughts", by: "cells" },
];

for (const { game, by } of kWhole) {
  story(`a whole game of ${game} on the board`, async ({ visit, origin, note }) => {
    const { page } = await visit();
    await startMatch(page, origin, game);
    const pressed = await playByClicking(page, { random: seeded(7) });
    await result(page).waitFor();
    assert.ok(pressed[by] > 0);
    assert.equal(pressed.buttons, 0, "no move needed the list");
    note(`${await stepsPlayed(page)} steps, pressed ${JSON.stringify(pressed)}`);
  });
}

story("ten moves of chess from square to square, then giving up", async ({ visit, origin }) => {
  const { page } = await visit();
  await startMatch(page, origin, "chess");
  const pressed = await playByClicking(page, { random: seeded(3), steps: 20 });
  assert.ok(pressed.cells >= 20, "a source and a target for each move");
  assert.equal(pressed.buttons, 0, "no move needed the list");
  await ownTurn(page);
  assert.ok((await stepsPlayed(page)) >= 20);
  await giveUp(page);
});

story("a simultaneous game with cards", async ({ visit, origin, note }) => {
  const { page } = await visit();
  await startMatch(page, origin, "goofspiel");
  const pressed = await playByClicking(page);
  await result(page).waitFor();
  assert.ok(pressed.cells + pressed.hands + pressed.words >= 4);
  note(`pressed ${JSON.stringify(pressed)}`);
});

story("a game with hidden cards shows what the seat knows, and after the end everything", async ({ visit, origin }) => {
  const { page } = await visit();
  await startMatch(page, origin, "kuhn-poker");
  await page.getByText("You see what this seat knows for certain.").waitFor();
  await page.getByRole("tab", { name: "Seen" }).click();
  await page.locator(".percepts").waitFor();
  await playByClicking(page);
  await result(page).waitFor();
  await page.getByText("You see what this seat knows for certain.").waitFor({ state: "hidden" });
});

story("a puzzle until nothing can be moved", async ({ visit, origin }) => {
  const { page } = await visit();
  await startMatch(page, origin, "peg-solitaire");
  const pressed = await playByClicking(page, { random: seeded(5) });
  await result(page).getByText(/Finished with \d+ of 100 points\./).waitFor();
  assert.equal(pressed.buttons, 0);
  assert.ok(pressed.cells >= 10);
});

story("the eight queens, solved", async ({ visit, origin }) => {
  const { page } = await visit();
  await startMatch(page, origin, "queens-8");
  // The column of the queen of each row; cells are numbered column by column. The server itself plays where only one move is left.
  const solution = [0, 4, 7, 5, 2, 6, 1, 3].map((column, row) => `.board__hit--live[data-cell="${8 * column + row}"]`).join(", ");
  while (await nextChoice(page)) await page.locator(solution).click();
  await result(page).getByText("Finished with 100 of 100 points.").waitFor();
});
