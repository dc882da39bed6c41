// Addresses that lead nowhere say so, and show a way on.
import { story } from "./harness/story.mjs";

const kNowhere = [
  { path: "/nowhere", says: "There is no page at this address.", answer: null },
  { path: "/game/tictactoo", says: /there is no game .*'tictactoo'/i, answer: 404 },
  { path: "/play/0000000000", says: /no .*match/i, answer: 404 },
  { path: "/watch/0000000000", says: /no .*match/i, answer: 404 },
  { path: "/tournaments/0000000000", says: /no .*tournament/i, answer: 404 },
];

for (const { path, says, answer } of kNowhere) {
  story(`nothing at ${path}`, async ({ visit, origin }) => {
    const { page, provoke } = await visit();
    if (answer) provoke(new RegExp(`^${answer} `), /^console: Failed to load resource: .* 404/);
    await page.goto(origin + path);
    await page.locator(".state").getByText(says).first().waitFor();
    await page.getByRole("navigation").getByRole("link", { name: "Games" }).click();
    await page.locator(".game-card").first().waitFor();
  });
}
