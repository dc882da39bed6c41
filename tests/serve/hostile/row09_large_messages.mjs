// Messages of several megabytes: a watcher who reads gets all of them, however slowly; who does not read is cut off in the end.
import { Checks } from '../lib/checks.mjs';
import { readOptions } from '../lib/options.mjs';
import { matchOrder, person, Rest, sleep, until } from '../lib/rest.mjs';
import { Server } from '../lib/server.mjs';
import { WebSocket } from '../lib/watcher.mjs';

const options = readOptions('Messages larger than the queue of a watcher.', { fluents: [30_000, 'of a state'] });
const checks = new Checks(options.json);
const server = await new Server(options.agon).start();
const rest = new Rest(server.url);

// A state of many long facts, all of which stay.
const name = 'x'.repeat(80);
const facts = Array.from({ length: Math.ceil(Math.sqrt(options.fluents)) }, (_, i) => `(n ${name}${i})`).join(' ');
const rules = `(role a) ${facts} (init (step 0)) (succ 0 1) (succ 1 2) (succ 2 3) (legal a go) (legal a wait)
(<= (init (f ?x ?y)) (n ?x) (n ?y)) (<= (next (f ?x ?y)) (true (f ?x ?y))) (<= (next (step ?m)) (true (step ?n)) (succ ?n ?m))
(<= terminal (true (step 3))) (goal a 100)`;
const match = await rest.newMatch(matchOrder(undefined, [person('a')], { rules, play_clock: 0, start_clock: 30 }));
const path = `/api/matches/${match.id}`;
await until(async () => (await rest.get(path)).json?.state === 'running', 30_000, 500);

// Reads a little, waits a little.
async function watcher(pause) {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/api/live`, { perMessageDeflate: false });
  const heard = { types: [], largest: 0, closed: false };
  socket.on('message', (text) => {
    heard.types.push(JSON.parse(text).type);
    heard.largest = Math.max(heard.largest, text.length);
  });
  socket.on('close', () => (heard.closed = true));
  socket.on('error', () => (heard.closed = true));
  await new Promise((resolve) => socket.once('open', resolve));
  socket.send(JSON.stringify({ type: 'watch', match: match.id, tokens: [] }));
  if (pause > 0) {
    socket._socket.on('data', () => {
      socket._socket.pause();
      setTimeout(() => socket._socket.resume(), pause);
    });
  }
  return heard;
}

const fast = await watcher(0), slow = await watcher(5);
checks.check('the view reaches who reads', await until(() => fast.types.includes('match'), 30_000));
for (let step = 0; step < 2; step += 1) {
  const moved = await rest.post(`${path}/moves`, { role: 0, step, move: 'go' }, { token: match.seats[0].token });
  checks.check(`move ${step}`, moved.status === 200, moved.status);
  await until(() => fast.types.filter((type) => type === 'step').length > step || fast.closed, 30_000);
}
checks.check('messages were larger than 4 MiB', fast.largest > 4 << 20, `${(fast.largest / 1048576).toFixed(1)} MiB`);
checks.check('who reads fast saw both steps', fast.types.filter((type) => type === 'step').length === 2 && !fast.closed, fast.types.join(' '));
checks.check('who reads slowly too', await until(() => slow.types.filter((type) => type === 'step').length === 2 || slow.closed, 60_000) && !slow.closed, slow.types.join(' '));
await sleep(200);
checks.check('the server is alive', server.alive);
const code = checks.finish();
await server.remove();
process.exit(code);
