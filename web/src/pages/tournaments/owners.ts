// The tokens of the tournaments that were started in this browser: whoever has one may stop it.

import { readJson, writeJson } from "../../shell/storage";

const kKey = "agon.tournaments/1";

function owners(): Record<string, string> {
  const value = readJson(kKey);
  return typeof value === "object" && value !== null ? (value as Record<string, string>) : {};
}

export function ownerToken(id: string): string | null {
  const token = owners()[id];
  return typeof token === "string" ? token : null;
}

/** Whether it could be kept; if not, the tournament cannot be stopped from here after a reload. */
export function keepOwner(id: string, token: string): boolean {
  return writeJson(kKey, { ...owners(), [id]: token });
}
