// Nearly a megabyte of rules with a mistake in every line: checked in moments, with the worst findings and a count of the rest, while
// others make matches; and a server that is asked to stop meanwhile is gone within five seconds, with all that it accepted.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Checks } from '../lib/checks.mjs';
import { kFaultySheets, kSheets } from '../lib/hostile_sheets.mjs';
import { readOptions } from '../lib/options.mjs';
import { Rest, matchOrder, person, sleep } from '../lib/rest.mjs';
import { Server } from '../lib/server.mjs';

const options = readOptions('Very long faulty rules, and a stop in the middle of them.', {});
const checks = new Checks(options.json);
const server = await new Server(options.agon).start();
const rest = new Rest(server.url);
const kCounter = `(role r) (init (n 0)) (succ 0 1) (succ 1 2) (<= (legal r go) (role r)) (<= (legal r stay) (role r))
(<= (next (n ?y)) (does r go) (true (n ?x)) (succ ?x ?y)) (<= (next (n ?x)) (does r stay) (true (n ?x)))
(<= terminal (true (n 2))) (<= (goal r 100) (true (n 2))) (<= (goal r 0) (not (true (n 2))))`;

commandLine();
await findings();
const made = await whileChecking();
await stopping(made);
process.exit(checks.finish());

function commandLine() {
  const path = join(server.folder, 'faulty.kif');
  writeFileSync(path, kFaultySheets['unsafe rules']());
  const began = performance.now();
  const ran = spawnSync(options.agon, ['check', '--no-play', path], { encoding: 'utf8', maxBuffer: 1 << 28, timeout: 60_000 });
  checks.check('agon check prints the worst and counts the rest', ran.status === 3 && ran.stdout.length < 200_000 && /and \d+ more/.test(ran.stdout),
    `${ran.status}, ${ran.stdout.length} bytes after ${((performance.now() - began) / 1000).toFixed(1)} s`);
  const all = spawnSync(options.agon, ['check', '--no-play', '--all', path], { encoding: 'utf8', maxBuffer: 1 << 28, timeout: 60_000 });
  checks.check('agon check --all prints more', all.stdout.length > ran.stdout.length, all.stdout.length);
}

async function findings() {
  for (const [name, sheet] of Object.entries(kFaultySheets)) {
    const began = performance.now();
    const answer = await rest.post('/api/rules/check', { text: sheet() }, { timeout: 30_000 }).catch((problem) => ({ status: problem.message, body: '' }));
    const listed = answer.json?.diagnostics?.length ?? 0;
    checks.check(`${name}: checked`, answer.status === 200 && answer.json.ok === false && listed > 0 && listed <= 201 && answer.body.length < 500_000,
      `${answer.status}, ${listed} findings, ${answer.body.length} bytes after ${((performance.now() - began) / 1000).toFixed(1)} s`);
  }
}

// Two at a time, and a match with rules of one's own beside them.
async function whileChecking() {
  const text = kFaultySheets['unsafe rules']();
  const asked = [1, 2].map(() => rest.post('/api/rules/check', { text }, { timeout: 60_000 }).catch((problem) => ({ status: problem.message })));
  const began = performance.now();
  const match = await rest.newMatch(matchOrder(undefined, [person('ann')], { rules: kCounter, play_clock: 0 }));
  checks.check('a match can be made meanwhile', performance.now() - began < 10_000, `after ${((performance.now() - began) / 1000).toFixed(1)} s`);
  const answers = await Promise.all(asked);
  checks.check('and both are answered', answers.every(({ status }) => status === 200), answers.map(({ status }) => status));
  return match;
}

async function stopping(match) {
  const move = await rest.post(`/api/matches/${match.id}/moves`, { role: 0, step: 0, move: 'go' }, { token: match.seats[0].token });
  checks.check('a move before the stop is accepted', move.status === 200, move.status);
  const text = kFaultySheets['names that differ in one letter']();
  for (const [question, sheet] of [['check', text], ['check', text], ['statistics', kSheets['a relation that grows for ever']], ['walk', kSheets['terms that double']]])
    rest.post(`/api/rules/${question}`, { text: sheet, seconds: 20, playouts: 100_000 }, { timeout: 60_000 }).catch(() => null);
  rest.get('/api/games/amazons-10x10', { timeout: 60_000 }).catch(() => null);
  await sleep(700);
  const began = performance.now();
  const end = await server.stop('SIGTERM');
  const seconds = (performance.now() - began) / 1000;
  checks.check('SIGTERM ends it within 5 s', seconds < 5, `${seconds.toFixed(1)} s`);
  checks.check('with exit code 0', end.code === 0, JSON.stringify(end));
  await server.start();
  const kept = (await rest.get(`/api/matches/${match.id}`)).json;
  checks.check('the move is there after the next start', kept?.step === 1 || kept?.history?.length === 1, JSON.stringify(kept?.step));
  await server.remove();
}
