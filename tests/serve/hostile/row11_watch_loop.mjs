// Watching and unwatching in a loop, and requests in a loop: rate limits bound what one client makes the server write, with words.
import http from 'node:http';
import { Checks } from '../lib/checks.mjs';
import { readOptions } from '../lib/options.mjs';
import { matchOrder, person, Rest, sleep } from '../lib/rest.mjs';
import { Server } from '../lib/server.mjs';
import { WebSocket } from '../lib/watcher.mjs';

const options = readOptions('Rate limits of messages and requests.', { seconds: [4, 'of each loop'] });
const checks = new Checks(options.json);
const server = await new Server(options.agon).start();
const rest = new Rest(server.url);
const match = await rest.newMatch(matchOrder('breakthrough', [person('a'), person('b')], { play_clock: 0 }));

const socket = new WebSocket(`${server.url.replace('http', 'ws')}/api/live`, { perMessageDeflate: false });
await new Promise((resolve) => socket.once('open', resolve));
const heard = { bytes: 0, views: 0, refused: 0 };
socket.on('message', (text) => {
  heard.bytes += text.length;
  if (text.includes('"too-many"')) heard.refused += 1;
  else if (text.subarray(0, 15).toString() === '{"type":"match"') heard.views += 1;
});
// A slow machine takes longer to spend the burst.
const begun = performance.now();
const elapsed = () => (performance.now() - begun) / 1000;
while (elapsed() < options.seconds || (heard.refused === 0 && elapsed() < 15 * options.seconds)) {
  for (let i = 0; i < 50; i += 1) {
    socket.send(JSON.stringify({ type: 'watch', match: match.id, tokens: [] }));
    socket.send(JSON.stringify({ type: 'unwatch', match: match.id }));
  }
  await sleep(20);
}
await sleep(500);
checks.check('the first views are sent', heard.views > 10, heard.views);
checks.check('a loop of watching is refused with words', heard.refused > 0, `${heard.views} views, ${heard.refused} refused`);
checks.check('one connection gets its burst and its rate, and no more', heard.bytes < (8 << 20) + Math.max(0, elapsed() - 2 * options.seconds) * (128 << 10), `${(heard.bytes / 1048576).toFixed(1)} MiB`);
const other = await rest.get('/api/info');
checks.check('others of the same address are answered', other.status === 200, other.status);
socket.terminate();

// From another address of this machine, so that the first client's account does not matter.
const agent = new http.Agent({ keepAlive: true, maxSockets: 16 });
const get = (address, path) => new Promise((resolve) => {
  const request = http.get({ host: '127.0.0.1', port: server.port, localAddress: address, path, agent }, (response) => {
    let bytes = 0;
    response.on('data', (piece) => (bytes += piece.length));
    response.on('end', () => resolve({ status: response.statusCode, bytes, retry: response.headers['retry-after'] }));
  });
  request.on('error', () => resolve({ status: 0, bytes: 0 }));
});
const asked = { sent: 0, good: 0, refused: 0, retry: 0, bytes: 0 };
const until = performance.now() + 2 * options.seconds * 1000;
await Promise.all(Array.from({ length: 16 }, async () => {
  while (performance.now() < until && asked.refused < 50) {
    const answer = await get('127.0.0.5', `/api/matches/${match.id}`);
    asked.sent += 1;
    asked.bytes += answer.bytes;
    if (answer.status === 200) asked.good += 1;
    if (answer.status === 429) asked.refused += 1, asked.retry += answer.retry ? 1 : 0;
  }
}));
const budget = 128 + 16 * 2 * options.seconds;  // MiB: the burst, and the rate for as long
checks.check('requests in a loop get their burst and their rate, and no more', asked.good > 50 && asked.bytes < (budget + 8) << 20, `${asked.good} answered with ${(asked.bytes / 1048576).toFixed(0)} MiB, ${asked.refused} refused`);
checks.check('a refusal says when to come again', asked.refused === asked.retry, `${asked.retry} of ${asked.refused}`);
checks.check('a stranger is answered', (await get('127.0.0.6', '/api/info')).status === 200);
checks.check('the server is alive', server.alive);
const code = checks.finish();
await server.remove();
process.exit(code);
