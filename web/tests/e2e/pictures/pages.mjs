// The pages of the guide. They show times and what was played just now, so they differ each time they are drawn.
import { playByClicking, result, startMatch } from "../harness/player.mjs";

const kTournament = {
  title: "Three quick players",
  games: ["tictactoe"],
  players: ["random", "first-legal", "mcts(iterations=100)"],
  rounds: 3,
  time: 0.1,
  start_time: 0.1,
  gauntlet: false,
};

export const kPages = {
  "page-games": async (page, { origin }) => {
    await page.goto(`${origin}/?q=chess`);
    await page.locator("svg.thumbnail").nth(2).waitFor();
  },
  "page-play": async (page, { origin }) => {
    await startMatch(page, origin, "breakthrough-5x5");
    await playByClicking(page, { steps: 6 });
    await page.locator(".board__hit--live").first().click();
  },
  "page-replay": async (page, { origin }) => {
    await startMatch(page, origin, "tictactoe");
    await playByClicking(page);
    await result(page).waitFor();
  },
  "page-watch": async (page, { origin }) => {
    await page.goto(`${origin}/watch`);
    await page.locator(".matches__row").first().waitFor();
  },
  "page-studio": async (page, { origin }) => {
    await page.goto(`${origin}/studio?template=board`);
    await page.locator(".board-pane .game-view").waitFor();
  },
  "page-tournament": async (page, server) => {
    const { id } = await server.post("/api/tournaments", kTournament);
    await page.goto(`${server.origin}/tournaments/${id}`);
    await page.locator(".badge", { hasText: "ended" }).waitFor();
  },
};
