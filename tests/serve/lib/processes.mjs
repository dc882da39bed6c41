// Processes as /proc shows them: children, what they have open, whether they are still there.
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

function stat(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state, parent] = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { pid, state, parent: Number(parent) };
  } catch {
    return null;  // gone since
  }
}

// True while it runs; a zombie that nobody has reaped yet has ended.
export const running = (pid) => !['Z', 'X', undefined].includes(stat(pid)?.state);

// All processes below this one, the nearest first.
export function descendants(pid) {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name)).map((name) => stat(Number(name))).filter(Boolean);
  const found = [pid];
  for (const parent of found) found.push(...all.filter((one) => one.parent === parent).map((one) => one.pid));
  return found.slice(1);
}

// What it has open beyond its three standard files: { number: target }.
export function openFiles(pid) {
  const files = {};
  for (const name of readdirSync(`/proc/${pid}/fd`)) {
    try {
      if (Number(name) > 2) files[name] = readlinkSync(`/proc/${pid}/fd/${name}`);
    } catch { /* closed since */ }
  }
  return files;
}
