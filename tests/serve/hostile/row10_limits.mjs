// Limits under concurrency: each holds when many requests race for the last place, is given back, and locks out nobody else.
// Clients are told apart by their addresses; all of 127.0.0.0/8 is this machine.
import http from 'node:http';
import net from 'node:net';
import { Checks } from '../lib/checks.mjs';
import { readOptions } from '../lib/options.mjs';
import { matchOrder, person, Rest, sleep, until } from '../lib/rest.mjs';
import { Server } from '../lib/server.mjs';

const options = readOptions('Limits of matches, imports, connections and bodies, raced for.', { idle: [600, 'idle connections'], bodies: [100, 'unfinished bodies'] });
const checks = new Checks(options.json);
const server = await new Server(options.agon, ['--matches-per-client', '10', '--matches', '15', '--connections', '300', '--connections-per-client', '200']).start();
const rest = new Rest(server.url);
const order = matchOrder('tictactoe', [person('a'), person('b')], { play_clock: 0 });

await matches();
await imports();
await connections();
await bodies();
checks.check('the server is alive', server.alive);
const code = checks.finish();
await server.remove();
process.exit(code);

// One request on a connection of its own, from an address of one's choice: { status, json }, or a status of 0 without an answer.
function from(address, method, path, body) {
  return new Promise((resolve) => {
    const request = http.request({ host: '127.0.0.1', port: server.port, localAddress: address, method, path, agent: false, timeout: 15_000 }, (response) => {
      let text = '';
      response.on('data', (piece) => (text += piece));
      response.on('end', () => resolve({ status: response.statusCode, json: JSON.parse(text || 'null') }));
      response.on('error', () => resolve({ status: 0 }));
    });
    request.on('timeout', () => request.destroy());
    request.on('error', () => resolve({ status: 0 }));
    request.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

async function matches() {
  const answers = await Promise.all(Array.from({ length: 60 }, () => rest.post('/api/matches', order)));
  const made = answers.filter((answer) => answer.status === 201).map((answer) => answer.json);
  checks.check('60 orders at once make as many matches as one address may have', made.length === 10, made.length);
  checks.check('the others are told so', answers.every((answer) => [201, 429].includes(answer.status)));
  const others = await Promise.all(Array.from({ length: 20 }, () => from('127.0.0.2', 'POST', '/api/matches', order)));
  const theirs = others.filter((answer) => answer.status === 201).map((answer) => answer.json);
  checks.check('another address gets what is left of the whole', theirs.length === 5, theirs.length);
  const listed = await rest.get('/api/matches?state=live&limit=100');
  checks.check('that many are live', listed.json.matches.length === made.length + theirs.length, listed.json.matches.length);
  for (const match of [...made, ...theirs]) await rest.post(`/api/matches/${match.id}/abort`, {}, { token: match.owner });
  checks.check('an ended match makes room', await until(async () => (await rest.post('/api/matches', order)).status === 201, 5000));
}

// Records take builders and a worker each while they are read.
async function imports() {
  const rules = '(role a) (init s) (legal a x) (next t) (<= terminal (true t)) (goal a 100)';
  const record = { schema: 'agon.match/1', game: 'x', rules: 'x', engine: 'x', seed: 1, roles: ['a'], players: ['p'], finished: true, end: 'x', goals: [100], final_state: '', steps: [{ moves: ['x'] }], rules_text: rules };
  const padded = Array.from({ length: 60 }, (_, i) => ({ ...record, rules_text: `${rules} ; ${'x'.repeat(20_000)}${i}` }));
  const answers = await Promise.all(padded.map((one) => rest.post('/api/records', one)));
  const count = (status) => answers.filter((answer) => answer.status === status).length;
  checks.check('60 imports at once are counted', count(201) >= 1 && count(429) >= 1 && count(201) + count(429) === 60, `${count(201)} read, ${count(429)} refused`);
  checks.check('an import on its own is read', (await rest.post('/api/records', record)).status === 201);
}

function open(address, bytes) {
  return new Promise((resolve) => {
    const socket = net.connect({ port: server.port, host: '127.0.0.1', localAddress: address }, () => {
      if (bytes) socket.write(bytes);
      resolve(socket);
    });
    socket.on('error', () => resolve(socket));
  });
}

async function connections() {
  for (const [name, bytes] of Object.entries({ idle: '', 'half a head': 'GET /api/info HT' })) {
    const held = await Promise.all(Array.from({ length: options.idle }, (_, i) => open(`127.0.0.${3 + (i % 4)}`, bytes)));
    await sleep(300);
    checks.check(`${options.idle} connections (${name}) lock a stranger not out`, (await from('127.0.0.9', 'GET', '/api/info')).status === 200);
    checks.check(`nor their own address`, (await from('127.0.0.3', 'GET', '/api/info')).status === 200);
    held.forEach((socket) => socket.destroy());
    await sleep(300);
  }
}

// Each claims 4 MB and stops short of the end.
async function bodies() {
  const before = server.residentMiB();
  const claim = 4_000_000, piece = Buffer.alloc(claim - 10, 0x20);
  const held = await Promise.all(Array.from({ length: options.bodies }, () => open('127.0.0.3', `POST /api/rules/check HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: ${claim}\r\n\r\n{`)));
  held.forEach((socket) => socket.writable && socket.write(piece));
  await sleep(2500);
  const grown = server.residentMiB() - before;
  checks.check(`${options.bodies} unfinished bodies hold little memory`, grown < 64, `${grown.toFixed(0)} MiB more`);
  const small = await from('127.0.0.3', 'POST', '/api/rules/check', { text: '(role a)' });
  checks.check('a small body of the same address is read', small.status === 200, small.status);
  const large = await from('127.0.0.9', 'POST', '/api/rules/check', { text: ';'.repeat(900_000) });
  checks.check('a large body of a stranger is read', large.status === 200, large.status);
  held.forEach((socket) => socket.destroy());
  checks.check('and then one of that address', await until(async () => (await from('127.0.0.3', 'POST', '/api/rules/check', { text: ';'.repeat(900_000) })).status === 200, 5000));
}
