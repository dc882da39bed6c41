// Nothing long on the event loop: each attack is made alone, and the server's own histogram (agon_loop_work_seconds, processor time of the
// loop between two pauses) says whether anything in it would have kept everybody waiting. What other programs of the machine do hardly counts.
import net from 'node:net';
import { Checks } from '../lib/checks.mjs';
import { readOptions } from '../lib/options.mjs';
import { matchOrder, person, Rest, sleep } from '../lib/rest.mjs';
import { Server } from '../lib/server.mjs';
import { WebSocket } from '../lib/watcher.mjs';

const options = readOptions('How long the event loop works without a pause while strangers ask for much.', {
  steps: [5000, 'of the longest match'],
  watchers: [800, 'of one match'],
  only: ['', 'attacks whose name has this in it'],
});
const kBounds = ['0.001', '0.002', '0.005', '0.02', '0.1', '0.5'];
const kTooLong = '0.02';  // a machine under load and with small caches makes a millisecond of work longer
const checks = new Checks(options.json);
const server = await new Server(options.agon, ['--matches', '400', '--matches-per-client', '400', '--connections', '4000', '--connections-per-client', '3000', '--client-rate', '100000000']).start();
const rest = new Rest(server.url);
const figures = {};
await sleep(1000);

const kCounter = `(role a) (role b) (init (n 0)) ${Array.from({ length: 9 }, (_, i) => `(succ ${i} ${i + 1})`).join(' ')}
(<= (legal ?r (put ?x ?y)) (role ?r) (succ ?x ?z) (succ ?y ?w)) (<= (next (n ?x)) (does a (put ?x ?y))) (<= terminal (true (never))) (goal a 50) (goal b 50)`;
const kMove = '(put 1 2)';
const padded = (rules, bytes) => `${rules}\n; ${'x'.repeat(bytes - rules.length - 10)}\n`;
const record = (rules, steps) => ({ schema: 'agon.match/1', game: 'long', rules: 'x', engine: 'x', seed: 1, roles: ['a', 'b'], players: ['p', 'q'], finished: false, end: 'enough', goals: [], final_state: '',
  steps: Array.from({ length: steps }, () => ({ moves: [kMove, kMove] })), rules_text: rules });

const long = (await rest.post('/api/records', record(kCounter, options.steps), { timeout: 120_000 })).json;
if (!long?.id) throw new Error('the long record was not taken');
const people = await rest.newMatch(matchOrder('connectfour', [person('a'), person('b')], { play_clock: 0, casual: true }));
const largeRules = await rest.post('/api/matches', matchOrder(undefined, [person('a'), person('b')], { rules: padded(kCounter, 1_000_000), play_clock: 0 }), { timeout: 60_000 });
for (let i = 0; i < 250; i += 1) await rest.newMatch(matchOrder('tictactoe', [person(`Ada ${i}`), person('Bob')], { play_clock: 0 }));

await attack('a long match is looked at', async () => {
  for (let i = 0; i < 3; i += 1) await good(rest.get(`/api/matches/${long.id}`));
});
await attack('a long match is watched', async () => watched(long.id));
await attack('its record is asked for', async () => {
  await good(rest.get(`/api/matches/${long.id}/record`));
  await good(rest.get(`/api/matches/${long.id}/record?form=public`, { timeout: 60_000 }));
});
await attack('a long record is brought', async () => good(rest.post('/api/records', record(kCounter, options.steps), { timeout: 120_000 })));
await attack('a match of large rules is looked at', async () => {
  for (let i = 0; i < 3; i += 1) await good(rest.get(`/api/matches/${largeRules.json?.id}`));
  await watched(largeRules.json?.id);
});
await attack('a match of large rules is made', async () => good(rest.post('/api/matches', matchOrder(undefined, [person('a'), person('b')], { rules: padded(kCounter, 1_000_001), play_clock: 0 }), { timeout: 60_000 })));
await attack('a match of large faulty rules is asked for', async () => answered(400, 422, rest.post('/api/matches', matchOrder(undefined, [person('a')], { rules: '(<= (p ?x) (q ?y) (not (r ?z)))\n'.repeat(30_000).slice(0, 960_000) }), { timeout: 60_000 })));
await attack('the list of matches is asked for', async () => {
  for (let i = 0; i < 5; i += 1) await good(rest.get('/api/matches?limit=200'));
  for (let i = 0; i < 5; i += 1) await good(rest.get('/api/matches?state=live&limit=200'));
});
await attack('the list of matches is watched', async () => {
  const socket = await live();
  socket.send(JSON.stringify({ type: 'watch_list' }));
  await sleep(800);
  socket.terminate();
});
await attack('an order of 190,000 values', async () => answered(400, 400, rest.post('/api/matches', `{"game":"tictactoe","seats":[],"x":[${'1,'.repeat(190_000)}1]}`)));
await attack('an order of 2,000 seats', async () => answered(400, 400, rest.post('/api/matches', matchOrder('tictactoe', Array.from({ length: 2000 }, () => ({ kind: 'strategy', strategy: `mcts(time=0.${'1'.repeat(50)}s)` }))))));
await attack('a move of 3 MB', async () => answered(400, 422, rest.post(`/api/matches/${people.id}/moves`, { role: 0, step: 0, move: 'x'.repeat(3_000_000) }, { token: people.seats[0].token })));
await attack('a move with 190,000 values beside it', async () => answered(400, 400, rest.post(`/api/matches/${people.id}/moves`, `{"role":0,"step":0,"move":"x","y":[${'1,'.repeat(190_000)}1]}`, { token: people.seats[0].token })));
await attack('a message with 15,000 tokens', async () => say(JSON.stringify({ type: 'watch', match: people.id, tokens: Array.from({ length: 15_000 }, () => 'a') })));
await attack('a message with 30,000 values', async () => say(`{"type":"ping","x":[${'1,'.repeat(30_000)}1]}`));
await attack('2,000 pings of a WebSocket', async () => {
  const socket = await live();
  for (let i = 0; i < 2000; i += 1) socket.ping('x'.repeat(100));
  await sleep(500);
  socket.terminate();
});
await attack('a message in 20,000 fragments', async () => {
  const socket = await live();
  for (let i = 0; i < 20_000; i += 1) socket.send('', { fin: false });
  await sleep(500);
  socket.terminate();
});
await attack('a long head', async () => {
  for (let i = 0; i < 5; i += 1) await raw(`GET /api/info?${Array.from({ length: 1500 }, (_, n) => `a${n}=%41`).join('&')} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`);
  for (let i = 0; i < 5; i += 1) await raw(`GET /${'a/'.repeat(7000)} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`);
});
await attack('500 requests in one packet', async () => raw(`${'GET /api/info HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'.repeat(499)}GET /api/info HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`));
await attack('descriptions and counters', async () => {
  for (const path of ['/api/openapi.json', '/api/schema/match_view.json', '/metrics', '/healthz', '/api/games', '/api/tournaments', '/api/games/chess']) await rest.get(path);
});
await attack('many watch one match', async () => {
  const sockets = [];
  for (let w = 0; w < options.watchers; w += 1) sockets.push(await live());
  sockets.forEach((socket) => socket.send(JSON.stringify({ type: 'watch', match: people.id, tokens: [] })));
  await sleep(1500);
  const view = (await rest.get(`/api/matches/${people.id}`, { token: people.seats[0].token })).json;
  await good(rest.post(`/api/matches/${people.id}/moves`, { role: 0, step: view.step, move: view.position.legal[0][0].move }, { token: people.seats[0].token }));
  await sleep(1500);
  sockets.forEach((socket) => socket.terminate());
});

checks.check('the server is alive', server.alive);
const code = checks.finish({ handlers_above_seconds: figures });
await server.remove();
process.exit(code);

// Makes the attack, and counts what the loop did in it by how long it took.
async function attack(name, make) {
  if (!name.includes(options.only)) return;
  const before = await work();
  let problem = '';
  try {
    await make();
  } catch (wrong) {
    problem = wrong.message;
  }
  const after = await work();
  const above = Object.fromEntries(kBounds.map((bound) => [bound, after.all - after[bound] - (before.all - before[bound])]));
  figures[name] = Object.values(above).join(' ');
  checks.check(name, problem === '' && above[kTooLong] === 0, `${problem} above ${kBounds.join(', ')} s: ${figures[name]}`);
}

async function work() {
  const { body } = await rest.get('/metrics');
  const read = (bound) => Number(new RegExp(`^agon_loop_work_seconds_bucket\\{le="${bound.replace('+', '\\+')}"\\} (\\d+)$`, 'm').exec(body)?.[1] ?? NaN);
  return { all: read('+Inf'), ...Object.fromEntries(kBounds.map((bound) => [bound, read(bound)])) };
}

async function good(asked) { return answered(200, 201, asked); }
async function answered(one, other, asked) {
  const { status, body } = await asked;
  if (status !== one && status !== other) throw new Error(`answered with ${status}: ${body.slice(0, 200)}`);
}

function live() {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/api/live`, { perMessageDeflate: false });
  return new Promise((resolve, reject) => {
    socket.on('open', () => resolve(socket));
    socket.on('error', reject);
  });
}

// One message, and what is answered to it.
async function say(text) {
  const socket = await live();
  socket.send(text);
  await Promise.race([new Promise((resolve) => socket.once('message', resolve)), sleep(3000)]);
  socket.terminate();
}

async function watched(id) { await say(JSON.stringify({ type: 'watch', match: id, tokens: [] })); }

function raw(text) {
  return new Promise((resolve) => {
    const socket = net.connect(server.port, '127.0.0.1', () => socket.write(text));
    socket.on('data', () => {});
    socket.on('close', resolve);
    socket.on('error', resolve);
    setTimeout(() => socket.destroy(), 5000).unref();
  });
}
