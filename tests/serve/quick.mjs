// The short version of the fault, conformance and safety tests, for ./test: under a minute in all. Exit code 0 or 1.
import { spawnSync } from 'node:child_process';
import { readOptions } from './lib/options.mjs';

const options = readOptions('Short fault, conformance and safety tests of agon serve and agon player.', {});
const kParts = {
  faults: ['--kills', '2', '--remotes', '6', '--people', '2', '--games', 'tictactoe'],
  conformance: ['--matches', '16', '--strategy', 'random'],
  safety: ['--quick'],
};

const results = {};
for (const [name, args] of Object.entries(kParts)) {
  const script = new URL(`${name}.mjs`, import.meta.url).pathname;
  const began = performance.now();
  const ran = spawnSync(process.execPath, [script, '--agon', options.agon, '--json', ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  const { checks, failed } = summary(ran.stdout);
  results[name] = { good: ran.status === 0, checks: checks.length, failed, seconds: +((performance.now() - began) / 1000).toFixed(1) };
  if (options.json) continue;
  for (const check of checks) if (!check.good) console.log(`FAIL  ${name}: ${check.name}  (${check.detail})`);
  console.log(`${ran.status === 0 ? 'ok  ' : 'FAIL'}  ${name}: ${checks.length} checks in ${results[name].seconds} s`);
}
if (options.json) console.log(JSON.stringify(results));
process.exit(Object.values(results).every((result) => result.good) ? 0 : 1);

// What a part printed; one that broke down before its end has failed in one unnamed check.
function summary(text) {
  try {
    return JSON.parse(text.trim().split('\n').at(-1));
  } catch {
    return { checks: [{ name: 'it ended without a result', good: false, detail: '' }], failed: 1 };
  }
}
