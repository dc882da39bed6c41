// The store as another user of the machine would read it: permissions of every file, and tokens in any of them.
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Checks } from '../lib/checks.mjs';
import { readOptions } from '../lib/options.mjs';
import { matchOrder, person, Rest, until } from '../lib/rest.mjs';
import { Server } from '../lib/server.mjs';

const options = readOptions('Is the store for its owner alone, and are tokens in it only as hashes?', {});
const checks = new Checks(options.json);
process.umask(0o022);  // as most users have it
const server = new Server(options.agon);
const data = join(server.folder, 'data');
mkdirSync(data);
inTheUsersDataFolder(server);

try {
  await server.start();
  const rest = new Rest(server.url);
  const made = await rest.newMatch(matchOrder('tictactoe', [person('a'), person('b')], { play_clock: 0 }));
  const tournament = (await rest.post('/api/tournaments', { title: '', games: ['tictactoe'], players: ['random', 'first-legal'], rounds: 1, time: 1, start_time: 0, gauntlet: false })).json;
  await until(() => files().some((file) => file.includes(tournament.id)), 5000);
  const open = files().filter((file) => (statSync(file).mode & 0o077) !== 0).map((file) => file.slice(data.length + 1));
  checks.check('every file and folder is for its owner alone', open.length === 0, open.join(' '));
  const tokens = [made.owner, ...made.seats.map((seat) => seat.token), tournament.owner];
  checks.check('the creator is told all tokens', tokens.every((token) => token?.length === 26));
  checks.check('no file has a token in clear', leaks(tokens).length === 0, leaks(tokens).join(' '));

  await server.stop();
  for (const file of files()) chmodSync(file, statSync(file).isDirectory() ? 0o755 : 0o644);
  await server.start();
  const stillOpen = files().filter((file) => statSync(file).isFile() && !file.includes('tournaments') && (statSync(file).mode & 0o077) !== 0);
  checks.check('files that were open to others are closed at the next start', stillOpen.length === 0, stillOpen.join(' '));
  checks.check('and the log says so', /open to others/.test(server.log));
  const view = (await rest.get(`/api/matches/${made.id}`, { token: made.seats[0].token })).json;
  checks.check('a token opens its seat after a restart', view.viewer?.join() === '0');
  const moved = await rest.post(`/api/matches/${made.id}/moves`, { role: 0, step: 0, move: '(mark 1 1)' }, { token: made.seats[0].token });
  checks.check('and moves', moved.status === 200, moved.status);
  const hash = /blake2b:[0-9a-f]{64}/.exec(contents())?.[0] ?? 'none';
  const stolen = await rest.post(`/api/matches/${made.id}/abort`, {}, { token: hash });
  checks.check('a hash from the store opens nothing', stolen.status === 403, stolen.status);
  const ended = await rest.post(`/api/matches/${made.id}/abort`, {}, { token: made.owner });
  checks.check('the owner ends the match', ended.status === 200, ended.status);
} finally {
  await server.remove();
}
process.exit(checks.finish());

// Takes --store away, so that the server makes its own folder.
function inTheUsersDataFolder(tested) {
  const script = join(tested.folder, 'agon.sh');
  const drop = 'words=(); while [ $# -gt 0 ]; do if [ "$1" = --store ]; then shift 2; else words+=("$1"); shift; fi; done';
  writeFileSync(script, `#!/bin/bash\n${drop}\nXDG_DATA_HOME=${data} exec ${tested.agon} "\${words[@]}"\n`);
  chmodSync(script, 0o755);
  tested.agon = script;
}

// Everything below the folder that the server made.
function files() {
  return readdirSync(data, { recursive: true }).map((name) => join(data, name));
}

function leaks(tokens) {
  return files().filter((file) => statSync(file).isFile() && tokens.some((token) => readFileSync(file, 'latin1').includes(token)));
}

function contents() {
  return files().filter((file) => statSync(file).isFile()).map((file) => readFileSync(file, 'latin1')).join('');
}
