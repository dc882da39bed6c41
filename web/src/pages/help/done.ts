// Which exercises were solved in this browser.

import { createSignal } from "solid-js";
import { readJson, writeJson } from "../../shell/storage";

const kKey = "agon.lessons/1";

function kept(): ReadonlySet<string> {
  const value = readJson(kKey);
  return new Set(Array.isArray(value) ? value.filter((each): each is string => typeof each === "string") : []);
}

const [done, setDone] = createSignal(kept());

export const isDone = (slug: string): boolean => done().has(slug);

export function markDone(slug: string): void {
  setDone((old) => new Set([...old, slug]));
  writeJson(kKey, [...done()]);
}
