// Neighbours of the known attacks: bodies in odd chunks, odd frames, paths that climb, tokens shown at the wrong door, names that write
// backwards. Each is answered with a refusal or cut off, costs little memory, and leaves the server as it was.
import net from 'node:net';
import { Checks } from '../lib/checks.mjs';
import { readOptions } from '../lib/options.mjs';
import { matchOrder, person, Rest, sleep, until } from '../lib/rest.mjs';
import { Server } from '../lib/server.mjs';
import { WebSocket } from '../lib/watcher.mjs';

const options = readOptions('Neighbours of the known attacks on agon serve.', { bombs: [10, 'of each kind at a time'] });
const kAnswer = Symbol('wait for an answer');
const kHost = 'Host: 127.0.0.1\r\n';
const kUpgrade = `GET /api/live HTTP/1.1\r\n${kHost}Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n`;
const checks = new Checks(options.json);
const server = await new Server(options.agon).start();
const rest = new Rest(server.url);
await sleep(1000);

await paths();
await chunks();
await heads();
await frames();
await pings();
await tokens();
await names();
await numbers();
checks.check('the server is alive', server.alive);
checks.check('and answers', (await rest.get('/api/info')).status === 200);
const code = checks.finish({ memory_mib: Math.round(server.residentMiB()) });
await server.remove();
process.exit(code);

// Sends `pieces` one after the other and gives what comes back until the other side closes, or until `milliseconds` are over.
function raw(pieces, milliseconds = 3000) {
  return new Promise((resolve) => {
    let text = '', closed = false;
    const socket = net.connect(server.port, '127.0.0.1', async () => {
      for (const piece of pieces) {
        if (closed) break;
        if (piece === kAnswer) {
          await until(() => text !== '' || closed, 3000, 10);
          continue;
        }
        if (!socket.write(piece)) await new Promise((done) => { socket.once('drain', done); socket.once('close', done); });
      }
    });
    socket.setMaxListeners(0);
    const end = () => { closed = true; resolve({ text, closed }); };
    socket.on('data', (bytes) => (text = (text + bytes.toString('latin1')).slice(0, 100_000)));
    socket.on('close', end);
    socket.on('error', end);
    setTimeout(() => { const was = closed; socket.destroy(); resolve({ text, closed: was }); }, milliseconds).unref();
  });
}
function status({ text }) { return Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0); }
async function paths() {
  const climbing = ['/api/schema/..%2f..%2f..%2fetc%2fpasswd', '/api/schema/%2e%2e/%2e%2e/etc/passwd', '/api/schema/%2fetc%2fpasswd', '/api/schema/openapi.json%00', '/api/schema/.', '/api/schema/examples',
    '/api/games/..%2f..%2fetc%2fpasswd', '/api/games/%2fetc%2fpasswd', '/api/games/%00', '/api/matches/%00', '/api/tournaments/..%2f..%2fmatches.db/report', '/api/tournaments/%2e%2e/report', '/..%5c..%5cetc%5cpasswd',
    '//etc/passwd', '/%c0%ae%c0%ae/etc/passwd', 'http://127.0.0.1/../../etc/passwd', '*', '/%', '/%zz', '/a%'];
  const answers = [];
  for (const path of climbing) answers.push(await raw([`GET ${path} HTTP/1.1\r\n${kHost}Connection: close\r\n\r\n`]));
  checks.check('no path leads out of a folder', answers.every(({ text }) => !text.includes('root:') && !text.includes('SQLite')), climbing.filter((_, i) => /root:|SQLite/.test(answers[i].text)).join(' '));
  checks.check('every odd path is answered', answers.every((answer) => status(answer) >= 200 && status(answer) < 504 && status(answer) !== 500), climbing.filter((_, i) => status(answers[i]) < 200 || status(answers[i]) === 500).join(' '));
}

async function chunks() {
  const head = `POST /api/rules/check HTTP/1.1\r\n${kHost}Transfer-Encoding: chunked\r\n\r\n`;
  const megabyte = 'x'.repeat(1 << 20);
  const bombs = {
    'an extension of a chunk without an end': [head, '1;', ...Array.from({ length: 60 }, () => megabyte)],
    'a size of a chunk without an end': [head, '0'.repeat(1 << 20), '0'.repeat(1 << 20)],
    'trailers without an end': [head, '0\r\n', ...Array.from({ length: 600 }, (_, i) => `a${i}: ${'x'.repeat(100_000)}\r\n`)],
    'many short trailers': [head, '0\r\n', ...Array.from({ length: 200 }, () => 'a:b\r\n'.repeat(20_000))],
    'a chunk of 2^64 - 1 bytes': [head, 'ffffffffffffffff\r\n', megabyte],
    '100,000 chunks of a byte': [head, ...Array.from({ length: 10 }, () => '1\r\nx\r\n'.repeat(10_000)), '0\r\n\r\n'],
  };
  for (const [name, pieces] of Object.entries(bombs)) {
    const before = server.residentMiB();
    let most = before;
    const watch = setInterval(() => { if (server.alive) most = Math.max(most, server.residentMiB()); }, 20);
    const began = performance.now();
    const answers = await Promise.all(Array.from({ length: options.bombs }, () => raw(pieces, 6000)));
    clearInterval(watch);
    checks.check(`${name}: refused or answered`, answers.every((answer) => answer.closed || status(answer) >= 200), `${answers.map(status).join(' ')} in ${Math.round(performance.now() - began)} ms`);
    checks.check(`${name}: costs little memory`, most - before < 64, `${(most - before).toFixed(0)} MiB`);
  }
}

async function heads() {
  const post = (lines, body = '') => raw([`POST /api/rules/check HTTP/1.1\r\n${kHost}Connection: close\r\n${lines}\r\n\r\n${body}`]);
  const odd = {
    'a length and chunks': post('Content-Length: 5\r\nTransfer-Encoding: chunked', '0\r\n\r\nGET /api/info HTTP/1.1\r\n'),
    'two lengths': post('Content-Length: 5\r\nContent-Length: 6', '{"a":1'),
    'a negative length': post('Content-Length: -1'),
    'a length of 31 digits': post('Content-Length: 1000000000000000000000000000000'),
    'a length with a plus': post('Content-Length: +5', 'hello'),
    'chunked twice': post('Transfer-Encoding: chunked, chunked', '0\r\n\r\n'),
    'a head of 40 KB': post(`X: ${'x'.repeat(40_000)}`),
    '5,000 fields': post(Array.from({ length: 5000 }, (_, i) => `a${i}:b`).join('\r\n')),
    'a folded field': post('X: a\r\n b\r\nContent-Length: 2', '{}'),
    'a packed body': post('Content-Encoding: gzip\r\nContent-Length: 20', '\x1f\x8b\x08\0\0\0\0\0\0\x03\x03\0\0\0\0\0\0\0\0\0'),
    'no host': raw(['GET /api/info HTTP/1.1\r\nConnection: close\r\n\r\n']),
    'an old version': raw(['GET /api/info HTTP/0.9\r\n\r\n']),
  };
  for (const [name, asked] of Object.entries(odd)) {
    const answer = await asked;
    checks.check(`${name}: one answer, no other request is read out of it`, (answer.text.match(/HTTP\/1\.1 \d/g) ?? []).length <= 1 && status(answer) !== 500 && !answer.text.includes('agon.info/1') || name === 'an old version', status(answer));
  }
  for (const method of ['TRACE', 'CONNECT', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'BREW']) {
    const answer = await raw([`${method} /api/info HTTP/1.1\r\n${kHost}Connection: close\r\n\r\n`]);
    checks.check(`${method} does nothing`, [400, 403, 404, 405].includes(status(answer)), status(answer));
  }
}

async function frames() {
  const packed = await raw([`${kUpgrade}Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n\r\n`], 500);
  checks.check('packed messages are not agreed on, so there are no bombs of them', status(packed) === 101 && !/permessage-deflate/i.test(packed.text), status(packed));
  const mask = '\0\0\0\0';
  const odd = {
    'a frame of 2^62 bytes': `\x81\xff\x40\0\0\0\0\0\0\0${mask}`,
    'a frame that is not masked': '\x81\x02{}',
    'reserved bits': `\xf1\x82${mask}{}`,
    'an unknown kind of frame': `\x83\x80${mask}`,
    'bytes that are no text': `\x81\x82${mask}\xc3\x28`,
    'an end without a beginning': `\x80\x82${mask}{}`,
    'a ping of 126 bytes': `\x89\xfe\0\x7e${mask}${'x'.repeat(126)}`,
    'a ping in fragments': `\x09\x80${mask}`,
    'a farewell of one byte': `\x88\x81${mask}x`,
    'a message of 70 KB': `\x81\xff\0\0\0\0\0\x01\x11\x70${mask}${'x'.repeat(70_000)}`,
  };
  for (const [name, bytes] of Object.entries(odd)) {
    const answer = await raw([`${kUpgrade}\r\n`, kAnswer, Buffer.from(bytes, 'latin1')], 4000);
    checks.check(`${name}: the connection is closed`, answer.closed, status(answer));
  }
}

async function pings() {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/api/live`);
  let closed = false;
  socket.on('error', () => {});
  socket.on('close', () => (closed = true));
  await new Promise((resolve) => socket.on('open', resolve));
  for (let round = 0; round < 40 && !closed; round += 1) {
    for (let i = 0; i < 100; i += 1) socket.ping('x'.repeat(100));
    await sleep(50);
  }
  checks.check('who sends 4,000 pings in a row is cut off', closed);
  socket.terminate();
}

async function tokens() {
  const order = matchOrder('tictactoe', [person('ann'), person('bob')], { play_clock: 0, casual: true });
  const [first, second] = [await rest.newMatch(order), await rest.newMatch(order)];
  const move = (match, token, role = 0) => rest.post(`/api/matches/${match.id}/moves`, { role, step: 0, move: '(mark 1 1)' }, { token });
  const own = first.seats[0].token;
  checks.check('a token opens no other match', (await move(second, own)).status === 403);
  checks.check('nor another seat', (await move(first, own, 1)).status === 403);
  checks.check('an owner is no player', (await move(first, first.owner)).status === 403);
  checks.check('letter case counts', (await move(first, own.toUpperCase())).status === 403);
  checks.check('so does every letter', (await move(first, own.slice(0, -1))).status === 403 && (await move(first, `${own}x`)).status === 403);
  checks.check('a hash is no token', (await move(first, 'blake2b:'.padEnd(72, '0'))).status === 403);
  checks.check('a player does not end a match as its owner does elsewhere', (await rest.post(`/api/matches/${second.id}/abort`, {}, { token: first.owner })).status === 403);
  const twice = await Promise.all(Array.from({ length: 20 }, () => move(first, own)));
  let view = null;
  await until(async () => (view = (await rest.get(`/api/matches/${first.id}`)).json).step > 0, 5000);
  checks.check('a move that is sent twenty times is made once', view.step === 1 && view.history.length === 1 && twice.some((answer) => answer.status === 200), `step ${view.step}`);
  checks.check('sent again a step later it is refused', (await move(first, own)).status === 409);
  await rest.post(`/api/matches/${first.id}/abort`, {}, { token: own });
  checks.check('and after the end', [409, 403].includes((await move(first, own)).status));
  const listed = await rest.get('/api/matches?limit=50');
  checks.check('no list has a token or a hash in it', ![own, first.owner, second.owner, 'blake2b'].some((secret) => listed.body.includes(secret)));
}

async function names() {
  const odd = ['\u202egnp.exe', '\u2066a\u2069', 'a\0b', 'x\r\nSet-Cookie: a=b', '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}', 'e' + '\u0301'.repeat(80), '<img src=x onerror=alert(1)>', '\ufeff', '\u2028'];
  for (const name of odd) {
    const made = await rest.post('/api/matches', matchOrder('tictactoe', [person(name), person('bob')], { title: name, play_clock: 0 }));
    const view = made.status === 201 ? (await rest.get(`/api/matches/${made.json.id}`)).json : null;
    const shown = view ? `${view.title}${view.seats[0].name}` : '';
    checks.check(`a name such as ${JSON.stringify(name).slice(0, 30)} is refused or harmless`, made.status === 400 || (view !== null && !/[\0-\x1f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/.test(shown)), made.status);
    if (made.status === 201) await rest.post(`/api/matches/${made.json.id}/abort`, {}, { token: made.json.owner });
  }
}

async function numbers() {
  const { id } = await rest.newMatch(matchOrder('tictactoe', [person('a'), person('b')], { play_clock: 0 }));
  const asked = ['/api/matches?limit=-1', '/api/matches?limit=99999999999999999999', '/api/matches?limit=1e9', '/api/matches?state=%00', `/api/matches?before=${'x'.repeat(5000)}`, '/api/matches?before=%27%20OR%201=1--', `/api/matches/${id}/positions/-1`,
    `/api/matches/${id}/positions/99999999`, `/api/matches/${id}/positions/4294967296`, `/api/matches/${id}/legal?role=4294967296`, `/api/matches/${id}/legal?role=0&after=99999999&limit=99999999`, `/api/matches/${id}/legal?role=0&prefix=${'('.repeat(5000)}`];
  const answers = [];
  for (const path of asked) answers.push(await rest.get(path));
  checks.check('odd numbers are answered with words', answers.every((answer) => [200, 400, 403, 404].includes(answer.status)), asked.filter((_, i) => ![200, 400, 403, 404].includes(answers[i].status)).join(' '));
  const moves = [];
  for (const role of [-1, 0.5, 4294967296, 1e300, '0', null, [], {}]) moves.push(await rest.post(`/api/matches/${id}/moves`, { role, step: 0, move: '(mark 1 1)' }, { token: 'x'.repeat(26) }));
  checks.check('so are odd roles', moves.every((answer) => [400, 403].includes(answer.status)), moves.map((answer) => answer.status).join(' '));
}
