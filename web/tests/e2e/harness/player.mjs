// Somebody who plays by clicking: they press what the page lights up, one thing after the other, and know nothing about the game.
import assert from "node:assert/strict";

// What can begin or go on with a move. Where cells or things in hand are lit, they are pressed; buttons come where nothing else does.
const kLit = [".game-view .chooser .word-button", ".game-view .board__hit--live", ".game-view .hand__item--live", ".game-view .actions__move", ".game-view .move-list__move"];

const kPatience = 20_000;

/** The same numbers in every run, between 0 and 1. */
export function seeded(seed) {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

/**
 * Waits until there is something to press, or the match is over (null). Returns the selector and how many fit it. It listens to the page
 * itself: Playwright's own way to wait for a condition needs `eval`, which the server's content policy forbids.
 */
export async function nextChoice(page) {
  const choice = await page.evaluate(
    ([selectors, patience]) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (document.querySelector(".match-result")) return { over: true };
          const selector = selectors.find((each) => document.querySelector(each));
          return selector ? { selector, count: document.querySelectorAll(selector).length } : null;
        };
        const done = (found) => {
          observer.disconnect();
          clearTimeout(timer);
          resolve(found);
        };
        const observer = new MutationObserver(() => {
          const found = look();
          if (found) done(found);
        });
        const timer = setTimeout(() => reject(new Error("Nothing to press, and no result.")), patience);
        observer.observe(document.body, { subtree: true, childList: true, attributes: true });
        const found = look();
        if (found) done(found);
      }),
    [kLit, kPatience],
  );
  return choice.over ? null : choice;
}

export function cell(page, index, board = 0) {
  return page.locator(".game-view .board").nth(board).locator(`[data-cell="${index}"]`);
}

export async function ownTurn(page) {
  await page.locator(".match__turn--own").waitFor();
  await nextChoice(page);
}

export function result(page) {
  return page.getByRole("region", { name: "Result" });
}

/** How many steps have been played, as the page says. */
export async function stepsPlayed(page) {
  const text = await page.locator(".scrubber__count").textContent();
  return Number(text.split("/")[1]);
}

/**
 * Presses until the result is there or the page shows `steps` steps of the match. What is counted is what the server has taken, not what was
 * pressed: a piece may be put down again, and a press may come too late for the board that it was meant for. Returns what was pressed, by kind.
 */
export async function playByClicking(page, { random = seeded(1), steps = Infinity } = {}) {
  const pressed = { cells: 0, hands: 0, words: 0, buttons: 0 };
  const kinds = { "word-button": "words", "board__hit--live": "cells", "hand__item--live": "hands", actions__move: "buttons", "move-list__move": "buttons" };
  for (;;) {
    const choice = await nextChoice(page);
    // Looked at once something is lit: until then the answer to the last move may still be on its way.
    if (!choice || (steps !== Infinity && (await stepsPlayed(page)) >= steps)) return pressed;
    await page.locator(choice.selector).nth(Math.floor(random() * choice.count)).click();
    pressed[kinds[choice.selector.split(".").at(-1)]] += 1;
  }
}

/** Starts a match of a library game on its own page: me on one seat, `opponent` on the others. */
export async function startMatch(page, origin, game, { seat = 0, opponent = "strategy:random" } = {}) {
  await page.goto(`${origin}/game/${game}`);
  const seats = page.locator(".start-form__seat select");
  await seats.first().waitFor();
  await page.locator(`.start-form__seat option[value="strategy:random"]`).first().waitFor({ state: "attached" });
  for (let index = 0; index < (await seats.count()); index++) await seats.nth(index).selectOption(index === seat ? "me" : opponent);
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await page.waitForURL(/\/play\//);
  await page.locator(".game-view").waitFor();
}

export async function giveUp(page) {
  await page.getByRole("button", { name: "Give up" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Give up" }).click();
  await result(page).getByText("The match was ended early.").waitFor();
}

/** What stands on the board, cell by cell, as a screen reader says it. */
export async function boardText(page) {
  return page.locator(".game-view [data-cell]").evaluateAll((cells) => cells.map((each) => each.getAttribute("aria-label")));
}

export async function assertSameBoard(one, other) {
  assert.deepEqual(await boardText(one), await boardText(other));
}
