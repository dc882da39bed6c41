// The store after accidents: flipped bytes, a lost write-ahead log, files that cannot be written, a full disk; and its copies.
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Checks } from '../lib/checks.mjs';
import { readOptions } from '../lib/options.mjs';
import { matchOrder, person, Rest, until } from '../lib/rest.mjs';
import { Server } from '../lib/server.mjs';

const options = readOptions('Is damage to the store noticed, told in words, and kept to the match it hits?', {});
const checks = new Checks(options.json);
const server = await new Server(options.agon).start();
const store = join(server.folder, 'matches.db');
const rest = new Rest(server.url);

try {
  await copyWhileItRuns();
  await flippedBytes();
  await lostLog();
  unwritable();
} finally {
  await server.remove();
}
await fullDisk();
process.exit(checks.finish());

async function copyWhileItRuns() {
  const match = await playedMatch('(mark 2 2)');
  const copy = join(server.folder, 'copy.db');
  const ran = agon('store', 'backup', store, copy, '--json');
  checks.check('a running server is copied', ran.status === 0 && JSON.parse(ran.stdout).good, ran.stdout || ran.stderr);
  checks.check('the copy is for its owner alone', (statSync(copy).mode & 0o777) === 0o600);
  checks.check('the copy is checked', agon('store', 'check', copy).status === 0);
  checks.check('so is the store of the running server', agon('store', 'check', store).status === 0);
  checks.check('an old copy is not overwritten', agon('store', 'backup', store, copy).status !== 0);
  checks.check('the copy has the match', readFileSync(copy, 'latin1').includes(match));
}

async function flippedBytes() {
  const hit = await playedMatch('(mark 3 1)'), spared = await playedMatch('(mark 1 3)');
  await server.stop();
  const bytes = readFileSync(store);
  for (let at = bytes.indexOf('(mark 3 1)'); at >= 0; at = bytes.indexOf('(mark 3 1)', at + 1)) bytes[at + 6] ^= 2;  // 3 becomes 1: a legal move
  writeFileSync(store, bytes);
  const report = agon('store', 'check', store, '--json');
  checks.check('a flipped byte is found offline', report.status === 1 && JSON.parse(report.stdout).findings.some((finding) => finding.match === hit), report.stdout || report.stderr);
  await server.start();
  const refused = await rest.get(`/api/matches/${hit}`);
  checks.check('the match that is hit is refused with words', refused.status === 503 && refused.json.code === 'store-damaged', refused.body.slice(0, 200));
  checks.check('others go on', (await rest.get(`/api/matches/${spared}`)).json.step === 1);
  const listed = (await rest.get('/api/matches')).json.matches;
  checks.check('it is listed as damaged', listed.find((match) => match.id === hit)?.damaged === true && listed.find((match) => match.id === spared)?.damaged === undefined);
  checks.check('and not as live', (await rest.get('/api/matches?state=live')).json.matches.every((match) => match.id !== hit));
  checks.check('the log says so', server.log.includes(hit), server.log.slice(0, 200));
}

async function lostLog() {
  await playedMatch('(mark 3 3)');
  await server.stop('SIGKILL');
  const kept = ['-wal', '-shm'].filter((suffix) => existsSync(store + suffix));
  for (const suffix of kept) {
    copyFileSync(store + suffix, `${store}.aside${suffix}`);
    rmSync(store + suffix);
  }
  const report = agon('store', 'check', store);
  checks.check('a lost write-ahead log is found offline', report.status === 1 && /commits are missing/.test(report.stdout), report.stdout || report.stderr);
  const ran = agon('serve', '--port', '0', '--store', store);
  checks.check('and the server does not write over what could be brought back', ran.status === 3 && /older than when it was used last/.test(ran.stderr), ran.stderr);
  for (const suffix of kept) copyFileSync(`${store}.aside${suffix}`, store + suffix);
  await server.start();
  checks.check('with the log back everything is there', (await rest.get('/api/matches')).json.matches.length === 4);
}

// As root everything can be written, so somebody else tries.
function unwritable() {
  const other = process.getuid() === 0 ? { uid: 65534, gid: 65534 } : {};
  const folder = join(server.folder, 'unwritable');
  mkdirSync(folder);
  chmodSync(server.folder, 0o755);
  const own = (path) => other.uid && chownSync(path, other.uid, other.gid);
  own(folder);
  const file = join(folder, 'agon.db');
  writeFileSync(file, '');
  own(file);
  chmodSync(file, 0o400);
  const readOnly = agon('serve', '--port', '0', '--store', file, other);
  checks.check('a read-only file is refused with words', readOnly.status === 3 && /cannot be opened for writing/.test(readOnly.stderr), readOnly.stderr);
  rmSync(`${file}.lock`, { force: true });
  chmodSync(folder, 0o500);
  const folderClosed = agon('serve', '--port', '0', '--store', join(folder, 'new.db'), other);
  checks.check('a folder without write permission is refused with words', folderClosed.status === 3 && /cannot make the lock/.test(folderClosed.stderr), folderClosed.stderr);
  chmodSync(folder, 0o700);
}

// A limit on the size of files sends SIGXFSZ, which ends a process that does not expect it.
async function fullDisk() {
  const limited = new Server(options.agon);
  const script = join(limited.folder, 'limited.sh');
  writeFileSync(script, `#!/bin/bash\nulimit -f 400\nexec ${limited.agon} "$@"\n`);
  chmodSync(script, 0o755);
  limited.agon = script;
  try {
    await limited.start();
    const there = new Rest(limited.url);
    let refused = null;
    for (let i = 0; i < 200 && refused === null; i += 1) {
      const made = await there.post('/api/matches', matchOrder('tictactoe', [person('a'), person('b')], { title: 't'.repeat(200), play_clock: 0 })).catch(() => ({ status: 0 }));
      if (made.status !== 201) refused = made;
      else await there.post(`/api/matches/${made.json.id}/abort`, {}, { token: made.json.owner });
    }
    checks.check('a full disk refuses new matches with words', refused?.status === 503, refused?.status);
    checks.check('and does not end the server', limited.alive && (await there.get('/api/info')).status === 200);
  } finally {
    await limited.remove();
  }
}

async function playedMatch(move) {
  const { id, seats } = await rest.newMatch(matchOrder('tictactoe', [person('a'), person('b')], { play_clock: 0 }));
  await until(async () => (await rest.post(`/api/matches/${id}/moves`, { role: 0, step: 0, move }, { token: seats[0].token })).status === 200, 5000);
  await until(async () => (await rest.get(`/api/matches/${id}`)).json.step === 1, 5000, 20);
  return id;
}

function agon(...words) {
  const as = typeof words.at(-1) === 'object' ? words.pop() : {};
  return spawnSync(options.agon, words, { encoding: 'utf8', timeout: 10_000, ...as });
}
