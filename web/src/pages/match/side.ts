// From which side this browser shows the boards of a match: that of its seat, until the person turns them.
import { readJson, writeJson } from "../../shell/storage";

const kKey = "agon.sides";
// Nobody comes back to more matches than these.
const kAtMost = 200;

interface KeptSide {
  id: string;
  far: boolean;
}

function isKept(value: unknown): value is KeptSide {
  const side = value as Partial<KeptSide> | null;
  return typeof side === "object" && side !== null && typeof side.id === "string" && typeof side.far === "boolean";
}

function all(): KeptSide[] {
  const value = readJson(kKey);
  return Array.isArray(value) ? value.filter(isKept) : [];
}

/** Whether the far side was chosen, or null if nothing was. */
export function keptSide(id: string): boolean | null {
  return all().find((side) => side.id === id)?.far ?? null;
}

export function keepSide(id: string, far: boolean): void {
  writeJson(kKey, [{ id, far }, ...all().filter((side) => side.id !== id)].slice(0, kAtMost));
}
