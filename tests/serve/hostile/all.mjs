// Every script of this folder, most of them two at a time, since they mostly wait: ./test runs them, ./test --all the attack mix of 30
// minutes too. Exit code 0 or 1.
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { readOptions } from '../lib/options.mjs';

const options = readOptions('Attacks on agon serve and agon player, each in a script of its own, and a random mix of them.', {
  minutes: [0, 'how long the attack mix goes on; 0 leaves it out'],
  matches: [12, 'matches of people that go on beside the attack mix'],
  only: ['', 'run the scripts whose name has this in it'],
  beside: [2, 'scripts at a time'],
});
// These reach limits of time or rate, or measure memory: nothing else of ours runs meanwhile.
const kAlone = ['row01_growing_rules.mjs', 'row11_watch_loop.mjs', 'mix.mjs'];

const folder = new URL('.', import.meta.url).pathname;
const scripts = readdirSync(folder).filter((name) => name.endsWith('.mjs') && name !== 'all.mjs' && (name !== 'mix.mjs' || options.minutes > 0) && name.includes(options.only)).sort();
const results = {};
for (const script of scripts.filter((name) => kAlone.includes(name))) await attack(script);
const others = scripts.filter((name) => !kAlone.includes(name));
await Promise.all(Array.from({ length: options.beside }, async () => {
  while (others.length > 0) await attack(others.shift());
}));
if (options.json) console.log(JSON.stringify(results));
process.exit(scripts.length > 0 && Object.values(results).every((result) => result.good) ? 0 : 1);

async function attack(script) {
  const more = script === 'mix.mjs' ? ['--minutes', String(options.minutes), '--matches', String(options.matches)] : [];
  const began = performance.now();
  const { text, status } = await run([folder + script, '--agon', options.agon, '--json', ...more]);
  const { checks, ...figures } = summary(text);
  results[script] = { good: status === 0, checks: checks.length, ...figures, seconds: +((performance.now() - began) / 1000).toFixed(1) };
  if (options.json) return;
  for (const check of checks) if (!check.good) console.log(`FAIL  ${script}: ${check.name}  (${check.detail})`);
  console.log(`${status === 0 ? 'ok  ' : 'FAIL'}  ${script}: ${checks.length} checks in ${results[script].seconds} s`);
}

// What a script prints and its exit code.
function run(words) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (piece) => (text += piece));
    child.on('close', (status) => resolve({ text, status }));
  });
}

// What a script printed; one that broke down before its end has failed in one unnamed check.
function summary(text) {
  try {
    return JSON.parse(text.trim().split('\n').at(-1));
  } catch {
    return { checks: [{ name: 'it ended without a result', good: false, detail: '' }], failed: 1 };
  }
}
