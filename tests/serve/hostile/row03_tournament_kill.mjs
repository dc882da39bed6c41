// kill -9 in the middle of a tournament: children have nothing of the server's, die with it, and the next server takes the tournament up.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Checks } from '../lib/checks.mjs';
import { readOptions } from '../lib/options.mjs';
import { descendants, openFiles, running } from '../lib/processes.mjs';
import { matchOrder, person, Rest, strategy, until } from '../lib/rest.mjs';
import { Server } from '../lib/server.mjs';

const options = readOptions('Kills agon serve during a tournament, and looks at what is left and what comes back.', {});
const checks = new Checks(options.json);
const server = await new Server(options.agon).start();
const rest = new Rest(server.url);

const order = { title: '', games: ['tictactoe', 'connectfour'], players: ['mcts(iterations=300)', 'random'], rounds: 200, time: 0, start_time: 0, gauntlet: false };
const made = await rest.post('/api/tournaments', order);
checks.check('the tournament starts', made.status === 201, made.status);
const path = `/api/tournaments/${made.json.id}`;
const view = async () => (await rest.get(path).catch(() => ({}))).json ?? {};  // a kept connection may be that of the server before
checks.check('it plays', await until(async () => (await view()).done >= 3, 20_000));
await rest.newMatch(matchOrder('tictactoe', [person('ann'), strategy('mcts')], { play_clock: 0 }));
await until(() => descendants(server.pid).length >= 3, 10_000);

const children = descendants(server.pid);
checks.check('there are a tournament, its game and a player', children.length >= 3, children.length);
for (const child of children) {
  const inherited = Object.entries(openFiles(child)).filter(([, target]) => /^socket:|matches\.db|\.lock/.test(target));
  checks.check(`process ${children.indexOf(child) + 1} has no socket and no file of the server`, inherited.length === 0, inherited.map(([, target]) => target).join(' '));
}

const before = (await view()).done;
await server.stop('SIGKILL');
checks.check('no child outlives the server', await until(() => !children.some(running), 3000), children.filter(running).length);
let problem = '';
await server.start().catch((wrong) => (problem = wrong.message));
for (const child of children.filter(running)) process.kill(child, 'SIGKILL');
if (checks.check('it can be started again on the same port', problem === '', problem)) {
  await until(async () => (await view()).state !== undefined, 5000);  // old matches are taken up first
  const resumed = await view();
  checks.check('the tournament runs on', resumed.state === 'running' && resumed.done >= before, `${resumed.state}, ${resumed.done} of ${before} games, ${resumed.problem}`);
  checks.check('it plays more games', await until(async () => (await view()).done >= before + 3, 20_000));

  // A service manager that stops everything at once ends the tournament's process before the server knows why.
  const [runner] = descendants(server.pid).filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('tournament'));
  if (runner) process.kill(runner, 'SIGTERM');
  const played = (await view()).done;
  checks.check('a process that was ended from outside is started again', await until(async () => (await view()).done >= played + 3, 20_000), (await view()).state);
  const text = readFileSync(join(server.folder, 'tournaments', made.json.id, 'games.jsonl'), 'utf8');
  const ids = text.trim().split('\n').slice(1).map((line) => JSON.parse(line).id);
  checks.check('no game was played twice', new Set(ids).size === ids.length, ids.length);
  const last = descendants(server.pid);
  await server.stop('SIGTERM');
  checks.check('a clean stop leaves nobody behind either', await until(() => !last.some(running), 3000));
}
const code = checks.finish();
if (code !== 0 && server.log) console.error(server.log.slice(-2000));
await server.remove();
process.exit(code);
