// The pictures of the user guide: games in the middle of a match, and the pages.
//   npm run pictures [NAME...]              draws them into docs/pictures
//   npm run pictures -- --check [NAME...]   draws the games again and compares; what differs is left beside as NAME.new.png
import { existsSync } from "node:fs";
import { copyFile, mkdir, mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { chromium } from "playwright-core";
import { Server } from "./harness/server.mjs";
import { compare } from "./pictures/compare.mjs";
import { kGames } from "./pictures/games.mjs";
import { kPages } from "./pictures/pages.mjs";
import { walk } from "./pictures/walk.mjs";

const kFolder = resolve(import.meta.dirname, "../../../docs/pictures");
// The guide is read where bytes count: boards are small, pages as wide as their text needs.
const kMostBytes = { board: 60_000, page: 100_000 };
// Letters of another font are fewer; a piece on another cell is more.
const kMostDifferent = 0.005;
// High enough that nothing is scrolled under the header.
const kSmall = { viewport: { width: 280, height: 1200 }, reducedMotion: "reduce" };
const kLarge = { viewport: { width: 1200, height: 760 }, deviceScaleFactor: 0.65 };

// The address to look at, and the board on it.
async function boardOf(server, name) {
  if (kGames[name] === 0) return [`/game/${name}`, ".game-page__board"];
  const { id, seats, hidden } = await walk(server, name, kGames[name]);
  // In a game with hidden information there is something to see from a seat only.
  return [hidden ? `/play/${id}#seat=${seats[0].token}` : `/watch/${id}`, ".match__board"];
}

async function drawGame(browser, server, name, path) {
  const [address, selector] = await boardOf(server, name);
  // A visitor of its own, so that nobody else's seats are there.
  const page = await browser.newPage(kSmall);
  await page.goto(server.origin + address);
  const board = page.locator(selector);
  await board.locator(".game-view").waitFor();
  // The line above the board grows when the server says who watches, and would move the board while it is drawn.
  await page.locator(".match__bar").evaluateAll((bars) => bars.forEach((bar) => bar.style.setProperty("display", "none")));
  await board.screenshot({ path, animations: "disabled" });
  await page.close();
}

async function draw(browser, server, games, pages) {
  await mkdir(kFolder, { recursive: true });
  for (const name of games) await drawGame(browser, server, name, `${kFolder}/${name}.png`);
  // One visitor for all pages, so that the list of matches shows what was played before.
  const page = await browser.newPage(kLarge);
  for (const name of pages) {
    await kPages[name](page, server);
    await page.evaluate(() => scrollTo(0, 0));
    await page.screenshot({ path: `${kFolder}/${name}.png` });
  }
  for (const name of [...games, ...pages]) {
    const { size } = await stat(`${kFolder}/${name}.png`);
    const most = name in kPages ? kMostBytes.page : kMostBytes.board;
    if (size > most) complain(`${name}.png has ${size} bytes, more than ${most}`);
  }
}

function verdict({ sizes, share }) {
  if (sizes[0] !== sizes[1]) return `was ${sizes[0]} and is ${sizes[1]}`;
  return share <= kMostDifferent ? null : `differs in ${(100 * share).toFixed(1)} % of its pixels`;
}

async function check(browser, server, games) {
  const folder = await mkdtemp(join(tmpdir(), "agon-pictures-"));
  const page = await browser.newPage();
  try {
    for (const name of games) {
      const kept = `${kFolder}/${name}.png`;
      const beside = `${kFolder}/${name}.new.png`;
      const drawn = `${folder}/${name}.png`;
      await rm(beside, { force: true });
      await drawGame(browser, server, name, drawn);
      const complaint = existsSync(kept) ? verdict(await compare(page, kept, drawn)) : "is new";
      if (complaint === null) continue;
      await copyFile(drawn, beside);
      complain(`${name} ${complaint}`);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
  console.log(`${games.length} pictures compared`);
}

function complain(text) {
  console.error(text);
  process.exitCode = 1;
}

const words = process.argv.slice(2);
const names = words.filter((word) => !word.startsWith("--"));
const wanted = (all) => Object.keys(all).filter((name) => names.length === 0 || names.includes(name));
const unknown = names.filter((name) => !(name in kGames) && !(name in kPages));
if (unknown.length > 0) throw new Error(`There is no picture called ${unknown.join(", ")}.`);
const server = await Server.open();
const browser = await chromium.launch({ executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
try {
  if (words.includes("--check")) await check(browser, server, wanted(kGames));
  else await draw(browser, server, wanted(kGames), wanted(kPages));
} finally {
  await browser.close();
  await server.close();
}
