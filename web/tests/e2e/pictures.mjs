// Draws the pictures of the user guide: the start of games that show every kind of board, and the pages. `npm run pictures [NAME...]`.
import { mkdir, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { chromium } from "playwright-core";
import { playByClicking, result, startMatch } from "./harness/player.mjs";
import { Server } from "./harness/server.mjs";

const kFolder = resolve(import.meta.dirname, "../../../docs/pictures");
// The guide is read where bytes count: boards are small, pages as wide as their text needs.
const kMostBytes = { board: 45_000, page: 100_000 };
const kGames = [
  "tictactoe", "connectfour", "breakthrough-6x6", "chess", "minichess", "draughts", "othello", "amazons-6x6", "gomoku-9x9", "hex-5x5",
  "y", "nine-mens-morris", "chinese-checkers-2", "dots-and-boxes", "quarto", "pentago", "kalah", "nim", "sudoku", "lights-out",
  "peg-solitaire", "eight-puzzle", "sokoban", "hanoi", "tictactoe-3d", "tictactoe-nine-board", "goofspiel", "kuhn-poker", "minesweeper", "battleships",
];

async function drawGame(page, origin, name) {
  await page.goto(`${origin}/game/${name}`);
  const board = page.locator(".game-page__board");
  await board.locator(".game-view").waitFor();
  await board.screenshot({ path: `${kFolder}/${name}.png` });
}

const kPages = {
  "page-games": async (page, origin) => {
    await page.goto(`${origin}/?q=chess`);
    await page.locator("svg.thumbnail").nth(2).waitFor();
  },
  "page-play": async (page, origin) => {
    await startMatch(page, origin, "breakthrough-5x5");
    await playByClicking(page, { most: 3 });
    await page.locator(".board__hit--live").first().click();
  },
  "page-replay": async (page, origin) => {
    await startMatch(page, origin, "tictactoe");
    await playByClicking(page);
    await result(page).waitFor();
  },
  "page-watch": async (page, origin) => {
    await page.goto(`${origin}/watch`);
    await page.locator(".matches__row").first().waitFor();
  },
  "page-studio": async (page, origin) => {
    await page.goto(`${origin}/studio?template=board`);
    await page.locator(".board-pane .game-view").waitFor();
  },
  "page-tournament": async (page, origin, server) => {
    const order = { title: "Three quick players", games: ["tictactoe"], players: ["random", "first-legal", "mcts(iterations=100)"], rounds: 3, time: 0.1, start_time: 0.1, gauntlet: false };
    const { id } = await server.post("/api/tournaments", order);
    await page.goto(`${origin}/tournaments/${id}`);
    await page.locator(".badge", { hasText: "ended" }).waitFor();
  },
};

const asked = process.argv.slice(2);
const wanted = (name) => asked.length === 0 || asked.includes(name);
const server = await Server.open();
const browser = await chromium.launch({ executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
try {
  await mkdir(kFolder, { recursive: true });
  // High enough that nothing is scrolled under the header.
  const small = await browser.newPage({ viewport: { width: 280, height: 1200 } });
  for (const name of kGames.filter(wanted)) await drawGame(small, server.origin, name);
  // One visitor for all pages, so that the list of matches shows what was played before.
  const large = await browser.newPage({ viewport: { width: 1200, height: 760 }, deviceScaleFactor: 0.65 });
  for (const [name, open] of Object.entries(kPages).filter(([each]) => wanted(each))) {
    await open(large, server.origin, server);
    await large.evaluate(() => scrollTo(0, 0));
    await large.screenshot({ path: `${kFolder}/${name}.png` });
  }
  for (const name of [...kGames, ...Object.keys(kPages)].filter(wanted)) {
    const { size } = await stat(`${kFolder}/${name}.png`);
    const most = name in kPages ? kMostBytes.page : kMostBytes.board;
    if (size <= most) continue;
    console.error(`${name}.png has ${size} bytes, more than ${most}`);
    process.exitCode = 1;
  }
} finally {
  await browser.close();
  await server.close();
}
