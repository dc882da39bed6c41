// A story is one test in a real browser against a real server. Each file of stories has one of both; each visitor of a story is a browser
// context of its own, as another person would be. A story fails if a page complains: a warning or an error on the console, an exception, or
// a request that fails, unless the story has said that it provokes it.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";
import { Server } from "./server.mjs";

const kFlags = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
const kPatience = 20_000;
const kLongest = 120_000;

let browser;
let server;
let words = [];

/** Options of `agon serve` for the stories of this file; call it before the first story. */
export function serveWith(...options) {
  words = options;
}

before(async () => {
  browser = await chromium.launch({ executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium", args: kFlags });
});

after(async () => {
  await browser?.close();
  await server?.close();
});

function listen(page, complaints) {
  page.on("console", (message) => ["warning", "error"].includes(message.type()) && complaints.push(`console: ${message.text()}`));
  page.on("pageerror", (error) => complaints.push(`exception: ${error.stack ?? error}`));
  page.on("response", (response) => response.status() >= 400 && complaints.push(`${response.status()} ${response.url()}`));
  page.on("requestfailed", (request) => {
    // A page that is left, or that no longer needs an answer, cancels its own requests.
    const reason = request.failure()?.errorText;
    if (reason !== "net::ERR_ABORTED") complaints.push(`${reason} ${request.url()}`);
  });
}

async function arrive(options) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, acceptDownloads: true, ...options });
  context.setDefaultTimeout(kPatience);
  const page = await context.newPage();
  const complaints = [];
  const provoked = [];
  listen(page, complaints);
  return {
    context,
    page,
    /** Complaints that this story causes on purpose. */
    provoke: (...patterns) => provoked.push(...patterns),
    unexpected: () => complaints.filter((complaint) => !provoked.some((pattern) => pattern.test(complaint))),
  };
}

async function keepPictures(visitors, name) {
  const folder = process.env["E2E_PICTURES"];
  if (!folder) return;
  for (const [index, { page }] of visitors.entries()) {
    await page.screenshot({ path: `${folder}/${name.replace(/\W+/g, "-")}-${index}.png`, fullPage: true });
  }
}

/** `tell` gets `visit(options)` for another visitor, the server, its origin, and `note(text)` for what the report should say. */
export function story(name, tell) {
  test(name, { timeout: kLongest }, async (t) => {
    const visitors = [];
    const visit = async (options) => {
      const visitor = await arrive(options);
      visitors.push(visitor);
      return visitor;
    };
    server ??= await Server.open(words);  // not in `before`, which runs as soon as it is registered
    try {
      await tell({ visit, server, origin: server.origin, note: (text) => t.diagnostic(text) });
      for (const visitor of visitors) assert.deepEqual(visitor.unexpected(), [], "the page stays silent");
    } catch (error) {
      for (const visitor of visitors) t.diagnostic(`at ${visitor.page.url()}, complaints: ${JSON.stringify(visitor.unexpected())}`);
      await keepPictures(visitors, name);
      throw error;
    } finally {
      for (const visitor of visitors) await visitor.context.close();
    }
  });
}
