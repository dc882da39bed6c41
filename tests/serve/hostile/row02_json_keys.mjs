// JSON bodies that cost more than their length: objects of many keys, deep ones, long lists. Each is refused in linear time, and
// nobody else waits for it meanwhile.
import { Checks } from '../lib/checks.mjs';
import { readOptions } from '../lib/options.mjs';
import { matchOrder, person, Rest } from '../lib/rest.mjs';
import { Server } from '../lib/server.mjs';
import { WebSocket } from '../lib/watcher.mjs';

const options = readOptions('Bodies of many keys against every endpoint that reads JSON.', {});
const checks = new Checks(options.json);
const server = await new Server(options.agon).start();
const rest = new Rest(server.url), other = new Rest(server.url);

const keys = (n) => `{${Array.from({ length: n }, (_, i) => `"k${i}":1`).join(',')}}`;
const kBodies = {
  '60000 keys': keys(60_000),
  '60000 keys inside a list': `{"seats":[${keys(60_000)}]}`,
  '60000 keys of which most are equal': `{${'"a":1,'.repeat(60_000)}"b":2}`,
  '20000 objects of 3 keys': `{"list":[${Array(20_000).fill('{"a":1,"b":2,"c":3}').join(',')}]}`,
  'a key of 500 KB': `{"${'k'.repeat(500_000)}":1}`,
  'a list of 500000 numbers': `{"list":[${Array(500_000).fill(1).join(',')}]}`,
  '100 levels': `{"a":${'['.repeat(100)}${']'.repeat(100)}}`,
};

// How long a stranger waits for a small answer while something else is going on.
async function waitsDuring(work) {
  let slowest = 0, running = true;
  const asking = (async () => {
    while (running) {
      const began = performance.now();
      await other.get('/api/info').catch(() => null);
      slowest = Math.max(slowest, performance.now() - began);
    }
  })();
  const result = await work();
  running = false;
  await asking;
  return { result, slowest };
}

for (const [name, body] of Object.entries(kBodies)) {
  for (const path of ['/api/matches', '/api/records', '/api/rules/check', '/api/tournaments']) {
    const { result, slowest } = await waitsDuring(() => rest.post(path, body).catch((problem) => ({ status: problem.message })));
    checks.check(`${path}: ${name} is refused`, result.status === 400 && result.json?.schema === 'agon.error/1', result.status);
    if (!checks.check(`${path}: ${name} holds nobody up`, slowest < 1000, `${slowest.toFixed(0)} ms`)) await stop();
  }
}

// A token is looked at before the body.
const match = await rest.newMatch(matchOrder('tictactoe', [person('ann'), person('bob')], { play_clock: 0 }));
for (const token of [undefined, 'x'.repeat(26), match.owner]) {
  const answer = await rest.post(`/api/matches/${match.id}/moves`, kBodies['60000 keys'], { token });
  checks.check('a body from somebody without a seat is not read', answer.status === 403, answer.status);
}

// The WebSocket reads the same way.
const said = await new Promise((resolve) => {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/api/live`);
  socket.on('open', () => socket.send(keys(5_000)));
  socket.on('message', (text) => { resolve(JSON.parse(text)); socket.terminate(); });
  socket.on('error', () => resolve({ type: 'closed' }));
});
checks.check('the WebSocket refuses 5000 keys with words', said.type === 'error' && /too many keys/.test(said.error.message), said.error?.message ?? said.type);

const good = await rest.post('/api/matches', matchOrder('tictactoe', [person('a'), person('b')], { title: 't' }));
checks.check('an honest body is read', good.status === 201, good.status);
checks.check('the server is alive', server.alive);
await stop();

async function stop() {
  const code = checks.finish();
  await server.remove();
  process.exit(code);
}
