// Every script of this folder, one after the other: ./test runs them, ./test --all with the attack mix of 30 minutes. Exit code 0 or 1.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { readOptions } from '../lib/options.mjs';

const options = readOptions('Attacks on agon serve and agon player, each in a script of its own, and a random mix of them.', {
  minutes: [0, 'how long the attack mix goes on; 0 leaves it out'],
  matches: [12, 'matches of people that go on beside the attack mix'],
  only: ['', 'run the scripts whose name has this in it'],
});
const folder = new URL('.', import.meta.url).pathname;
const scripts = readdirSync(folder).filter((name) => name.endsWith('.mjs') && name !== 'all.mjs' && (name !== 'mix.mjs' || options.minutes > 0) && name.includes(options.only)).sort();
const results = {};
for (const script of scripts) {
  const more = script === 'mix.mjs' ? ['--minutes', String(options.minutes), '--matches', String(options.matches)] : [];
  const began = performance.now();
  const ran = spawnSync(process.execPath, [folder + script, '--agon', options.agon, '--json', ...more], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 1 << 28 });
  const { checks, ...figures } = summary(ran.stdout);
  results[script] = { good: ran.status === 0, checks: checks.length, ...figures, seconds: +((performance.now() - began) / 1000).toFixed(1) };
  if (options.json) continue;
  for (const check of checks) if (!check.good) console.log(`FAIL  ${script}: ${check.name}  (${check.detail})`);
  console.log(`${ran.status === 0 ? 'ok  ' : 'FAIL'}  ${script}: ${checks.length} checks in ${results[script].seconds} s`);
}
if (options.json) console.log(JSON.stringify(results));
process.exit(scripts.length > 0 && Object.values(results).every((result) => result.good) ? 0 : 1);

// What a script printed; one that broke down before its end has failed in one unnamed check.
function summary(text) {
  try {
    return JSON.parse(text.trim().split('\n').at(-1));
  } catch {
    return { checks: [{ name: 'it ended without a result', good: false, detail: '' }], failed: 1 };
  }
}
