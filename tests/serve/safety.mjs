// What strangers may try: nothing of it may bring the server down, and it goes on answering others within two seconds.
import { writeFileSync } from 'node:fs';
import net from 'node:net';
import { join } from 'node:path';
import { Checks } from './lib/checks.mjs';
import { kSheets, kSlowSheets } from './lib/hostile_sheets.mjs';
import { readOptions } from './lib/options.mjs';
import { matchOrder, person, remote, Rest, sleep, strategy, until } from './lib/rest.mjs';
import { Pulse } from './lib/pulse.mjs';
import { Server } from './lib/server.mjs';
import { WebSocket } from './lib/watcher.mjs';

const options = readOptions('Safety checks of agon serve: tokens, sizes, origins, slow and hostile clients, rules that explode.', {
  quick: [false, 'leave out what takes long'],
});
const checks = new Checks(options.json);
const server = await new Server(options.agon, ['--remote', 'listed=127.0.0.1:9', '--matches-per-client', '12']).start();
const rest = new Rest(server.url);
const pulse = new Pulse(rest).start();
const raw = (bytes, wait = 3000) => talk(server.port, bytes, wait);

await tokens();
await sizes();
await origins();
await paths();
await slowClients();
await sockets();
await sheets();
await limits();

await pulse.stop();
checks.check('the server is alive', server.alive, server.alive ? '' : JSON.stringify(server.exited));
checks.check('GET /api/info was answered within 2 s all the time', pulse.failures === 0 && pulse.slowest < 2000, `slowest ${pulse.slowest.toFixed(0)} ms of ${pulse.count}, ${pulse.failures} without an answer`);
const code = checks.finish();
if (code !== 0 && server.log) console.error(server.log.slice(-2000));
await server.remove();
process.exit(code);

async function refused(name, promise, statuses) {
  const answer = await promise.catch((problem) => ({ status: problem.code ?? problem.message, json: null }));
  checks.check(name, statuses.includes(answer.status) && (typeof answer.status !== 'number' || answer.json?.schema === 'agon.error/1'), answer.status);
}

async function tokens() {
  const match = await rest.newMatch(matchOrder('tictactoe', [person('ann'), person('bob')], { play_clock: 0 }));
  const path = `/api/matches/${match.id}`;
  const move = { role: 0, step: 0, move: '(mark 1 1)' };
  await until(async () => (await rest.get(path)).json.state === 'running', 5000);
  await refused('a move without a token', rest.post(`${path}/moves`, move), [401, 403]);
  await refused('a move with a wrong token', rest.post(`${path}/moves`, move, { token: 'x'.repeat(32) }), [401, 403]);
  await refused('a move with an empty token', rest.post(`${path}/moves`, move, { headers: { Authorization: 'Bearer ' } }), [401, 403]);
  await refused("a move with the other seat's token", rest.post(`${path}/moves`, move, { token: match.seats[1].token }), [401, 403]);
  await refused('a move with the owner token', rest.post(`${path}/moves`, move, { token: match.owner }), [401, 403]);
  await refused('an abort without a token', rest.post(`${path}/abort`, {}), [401, 403]);
  await refused('a take-back without a token', rest.post(`${path}/takeback`, {}), [401, 403]);
  await refused('a role that is not there', rest.post(`${path}/moves`, { ...move, role: 7 }, { token: match.seats[0].token }), [400, 403]);
  await refused('a role that would wrap to one of ours', rest.post(`${path}/moves`, { ...move, role: 4294967296 }, { token: match.seats[0].token }), [400]);
  await refused('a role with a fraction', rest.post(`${path}/moves`, { ...move, role: 0.5 }, { token: match.seats[0].token }), [400]);
  await refused('a negative step', rest.post(`${path}/moves`, { ...move, step: -1 }, { token: match.seats[0].token }), [400, 409]);
  await refused('an illegal move', rest.post(`${path}/moves`, { ...move, move: '(mark 9 9)' }, { token: match.seats[0].token }), [400, 409, 422]);
  const view = await rest.get(path);
  checks.check('no token is shown to strangers', ![match.owner, ...match.seats.map((seat) => seat.token)].some((token) => view.body.includes(token)));
  const good = await rest.post(`${path}/moves`, move, { token: match.seats[0].token });
  checks.check('the right token moves', good.status === 200, good.status);
  await rest.post(`${path}/abort`, {}, { token: match.owner });
}

async function sizes() {
  await refused('a body of 5 MB', rest.post('/api/rules/check', { text: 'x'.repeat(5_000_000) }), [413, 'ECONNRESET', 'EPIPE']);
  if (!options.quick) await refused('a body of 100 MB', rest.post('/api/rules/check', Buffer.alloc(100_000_000, 0x20)), [413, 'ECONNRESET', 'EPIPE']);
  const deep = (open, close, n) => open.repeat(n) + close.repeat(n);
  await refused('arrays 500000 deep', rest.post('/api/matches', deep('[', ']', 500_000)), [400]);
  await refused('objects 200000 deep', rest.post('/api/rules/check', `${'{"a":'.repeat(200_000)}1${'}'.repeat(200_000)}`), [400]);
  await refused('a record 200000 deep', rest.post('/api/records', deep('[', ']', 200_000)), [400]);
  for (const body of ['', 'null', '[]', '"x"', '{"text":7}', '{"text":', '{"seats":[{"kind":7}]}', '\xff\xfe', '{"game":"tictactoe","seats":{"a":1}}']) {
    for (const path of ['/api/matches', '/api/rules/position', '/api/records', '/api/tournaments'])
      await refused(`${path} with ${JSON.stringify(body)}`, rest.post(path, body), [400, 401, 403, 404]);
  }
}

async function origins() {
  const order = matchOrder('tictactoe', [person('a'), person('b')]);
  await refused('another Host', rest.get('/api/info', { headers: { Host: 'evil.example' } }), [400, 403, 421]);
  await refused('a POST from another Origin', rest.post('/api/matches', order, { headers: { Origin: 'http://evil.example' } }), [403]);
  await refused('a POST from the Origin null', rest.post('/api/matches', order, { headers: { Origin: 'null' } }), [403]);
  checks.check('a WebSocket from another Origin', await socketStatus({ origin: 'http://evil.example' }) === 403);
  checks.check('a WebSocket to another Host', await socketStatus({ headers: { Host: 'evil.example' } }) === 403);
}

async function paths() {
  for (const path of ['/../../etc/passwd', '/%2e%2e/%2e%2e/etc/passwd', '/assets/..%2f..%2f..%2fetc/passwd', '/api/schema/..%2f..%2fREADME.md', '/api/schema/%2fetc%2fpasswd',
    '/api/games/..%2f..%2fetc%2fpasswd', '/api/games/%2fetc%2fpasswd', '/api/matches/..%2f..', '/api/tournaments/..%2f..%2fx/report', '/%00', '//etc/passwd', '/api/games/tictactoe%00.kif']) {
    const answer = await raw(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`);
    checks.check(`path ${path}`, /^HTTP\/1.1 (200|30\d|4\d\d)/.test(answer) && !/root:|# Agon/.test(answer), answer.slice(9, 12));
  }
  writeFileSync(join(server.folder, 'diary'), '(role ann)');
  await refused('a file beside the server as a game', rest.get('/api/games/diary'), [404]);
  await refused('a match of a file beside the server', rest.post('/api/matches', matchOrder('diary', [person('ann')])), [404]);
  checks.check('bytes that are no HTTP', /^HTTP\/1.1 400/.test(await raw('\x16\x03\x01\x02\x00\x01\x00\r\n\r\n')));
  checks.check('a header without an end', /^(HTTP\/1.1 4|$)/.test(await raw(`GET / HTTP/1.1\r\nX: ${'y'.repeat(200_000)}`)));
}

async function slowClients() {
  const half = Array.from({ length: 200 }, () => net.connect(server.port, '127.0.0.1').on('error', () => {}));
  half.forEach((socket, i) => socket.write(i % 2 ? 'POST /api/matches HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n\r\n{' : 'GET / HT'));
  await sleep(1000);
  checks.check('200 half-open connections keep nobody out', (await rest.get('/api/games')).status === 200);
  half.forEach((socket) => socket.destroy());
  await unreadWatcher();
}

// Asks for whole views again and again, and never reads one.
async function unreadWatcher() {
  const match = await rest.newMatch(matchOrder('breakthrough', [person('a'), person('b')], { play_clock: 0 }));
  const before = server.residentMiB();
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/api/live`);
  await new Promise((resolve) => socket.once('open', resolve));
  let closed = false;
  socket.on('close', () => (closed = true));
  socket.on('error', () => (closed = true));
  let refused = false;
  socket.on('message', (text) => (refused ||= text.includes('"too-many"')));
  socket._socket.pause();
  for (let i = 0; i < 3000; i += 1) socket.send(JSON.stringify({ type: 'watch', match: match.id, tokens: [] }));
  await sleep(options.quick ? 3000 : 8000);
  const grown = server.residentMiB() - before;
  checks.check('a watcher that never reads costs little memory', grown < 64, `${grown.toFixed(1)} MiB more`);
  socket._socket.resume();
  checks.check('and is refused more, or cut off', await until(() => refused || closed, 5000), refused ? 'refused' : 'cut off');
  socket.terminate();
  await rest.post(`/api/matches/${match.id}/abort`, {}, { token: match.owner });
}

async function sockets() {
  const says = async (data, sendOptions = {}) => {
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/api/live`);
    await new Promise((resolve) => socket.once('open', resolve));
    const heard = new Promise((resolve) => {
      socket.on('message', (text) => resolve(JSON.parse(text)));
      socket.on('close', () => resolve({ type: 'closed' }));
      socket.on('error', () => resolve({ type: 'closed' }));
      setTimeout(() => resolve({ type: 'nothing' }), 3000).unref();
    });
    socket.send(data, sendOptions);
    const answer = await heard;
    socket.terminate();
    return answer;
  };
  const isRefused = (answer) => ['error', 'refused', 'closed'].includes(answer.type);
  for (const [name, data] of Object.entries({
    'no JSON': 'hello', 'an array': '[]', 'no type': '{}', 'an unknown type': '{"type":"dance"}', 'a type that is a number': '{"type":7}',
    'an unknown match': '{"type":"watch","match":"zzz","tokens":[]}', 'tokens that are numbers': '{"type":"watch","match":"zzz","tokens":[1]}',
    'a move without fields': '{"type":"move"}', 'an unknown tournament': '{"type":"watch_tournament","tournament":"../x"}',
    'deep JSON': '['.repeat(60_000), 'a frame of 1 MB': 'x'.repeat(1_000_000), 'bytes': Buffer.from([0xff, 0xfe, 0, 1, 2]),
  })) {
    const answer = await says(data);
    checks.check(`WebSocket: ${name}`, isRefused(answer), answer.type);
  }
  checks.check('WebSocket: ping is answered', (await says('{"type":"ping"}')).type === 'pong');
}

async function sheets() {
  for (const [name, text] of Object.entries(options.quick ? kSheets : { ...kSheets, ...kSlowSheets })) {
    for (const question of ['check', 'position', 'walk', 'statistics', 'perft']) {
      const began = performance.now();
      const answer = await rest.post(`/api/rules/${question}`, { text, moves: [], seed: 1, max_steps: 50, playouts: 100, seconds: 2, depth: 4 }, { timeout: 20_000 }).catch((problem) => ({ status: problem.message }));
      const seconds = (performance.now() - began) / 1000;
      checks.check(`${name}: ${question}`, Number.isInteger(answer.status) && answer.status !== 500, `${answer.status} ${answer.json?.code ?? ''} after ${seconds.toFixed(1)} s`);
      if (!server.alive) return;
    }
    const order = matchOrder(undefined, [strategy('random')], { rules: text, start_clock: 2, play_clock: 1 });
    const made = await rest.post('/api/matches', order, { timeout: 20_000 }).catch((problem) => ({ status: problem.message }));
    checks.check(`${name}: as a match`, Number.isInteger(made.status) && made.status !== 500, `${made.status} ${made.json?.code ?? ''}`);
    if (made.status === 201) await rest.post(`/api/matches/${made.json.id}/abort`, {}, { token: made.json.owner });
    if (!server.alive) return;
  }
}

async function limits() {
  const order = matchOrder('tictactoe', [person('a'), person('b')]);
  const elsewhere = await rest.post('/api/matches', matchOrder('tictactoe', [remote('x', 22), person('b')]));
  checks.check('a remote player that is not on the list', elsewhere.status === 403, elsewhere.status);
  let refusal = null;
  const made = [];
  for (let i = 0; i < 20 && refusal === null; i += 1) {
    const answer = await rest.post('/api/matches', order);
    if (answer.status === 201) made.push(answer.json);
    else refusal = answer;
  }
  checks.check('more matches than allowed', refusal?.status === 429 && made.length <= 12, `${refusal?.status} after ${made.length}`);
  const aborted = await Promise.all(made.map((match) => rest.post(`/api/matches/${match.id}/abort`, {}, { token: match.owner })));
  checks.check('their owner can end them', aborted.every((answer) => answer.status === 200));
  const again = await until(async () => (await rest.post('/api/matches', order)).status === 201, 5000);
  checks.check('then there is room again', again);
}

function socketStatus(how) {
  return new Promise((resolve) => {
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/api/live`, how);
    socket.on('unexpected-response', (_, response) => resolve(response.statusCode));
    socket.on('open', () => resolve(101));
    socket.on('error', () => resolve(0));
  });
}

function talk(port, bytes, wait) {
  return new Promise((resolve) => {
    let text = '';
    const socket = net.connect(port, '127.0.0.1', () => socket.write(Buffer.from(bytes, 'latin1')));
    socket.on('data', (piece) => (text += piece));
    socket.on('error', () => {});
    socket.on('close', () => resolve(text));
    setTimeout(() => socket.destroy(), wait).unref();
  });
}
