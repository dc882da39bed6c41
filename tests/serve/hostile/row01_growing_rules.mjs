// Rules whose states, moves or terms grow with every step, asked about in the Studio and played as a match: each request has one
// budget of time and memory for all that it does, who leaves takes the work along, and the server stays small.
import { request } from 'node:http';
import { Checks } from '../lib/checks.mjs';
import { kGrowingSheets, kSheets } from '../lib/hostile_sheets.mjs';
import { readOptions } from '../lib/options.mjs';
import { childrenOf, cpuOf, peakMiB } from '../lib/process_tree.mjs';
import { Pulse } from '../lib/pulse.mjs';
import { matchOrder, person, Rest, sleep, until } from '../lib/rest.mjs';
import { Server } from '../lib/server.mjs';

const options = readOptions('Rules that grow, against every question about rules and as a match.', {});
const checks = new Checks(options.json);
const server = await new Server(options.agon).start();
const rest = new Rest(server.url);
const pulse = new Pulse(rest).start();
const kDoubling = kGrowingSheets['a state that doubles'];
const kBudget = 25_000;  // of a request, in milliseconds, with what it takes to get there

await questions();
await leaving();
await match();

await pulse.stop();
checks.check('the server is alive', server.alive, JSON.stringify(server.exited));
checks.check('GET /api/info was answered within 2 s all the time', pulse.failures === 0 && pulse.slowest < 2000, `slowest ${pulse.slowest.toFixed(0)} ms of ${pulse.count}`);
checks.check('the server never had 1 GiB', peakMiB(server.pid) < 1024, `${peakMiB(server.pid).toFixed(0)} MiB`);
const code = checks.finish();
if (code !== 0 && server.log) console.error(server.log.slice(-2000));
await server.remove();
process.exit(code);

async function questions() {
  const answer = await rest.post('/api/rules/walk', { text: kDoubling, seed: 1, max_steps: 20 }, { timeout: kBudget }).catch((problem) => ({ status: problem.message }));
  checks.check(`${kDoubling.length} bytes of rules, a walk of 20 steps: refused with words`, answer.status === 422 && answer.json.message.length > 10 && answer.json.hint.length > 10, `${answer.status} ${answer.json?.message ?? ''}`);
  for (const [name, text] of Object.entries(kGrowingSheets)) {
    for (const question of text === kDoubling ? ['check', 'position', 'statistics', 'perft'] : ['position', 'walk']) {
      const began = performance.now();
      const order = { text, moves: Array(12).fill(['go']), seed: 1, max_steps: 500, playouts: 100, seconds: 1, depth: 3 };
      const found = await rest.post(`/api/rules/${question}`, order, { timeout: kBudget }).catch((problem) => ({ status: problem.message }));
      const seconds = (performance.now() - began) / 1000;
      checks.check(`${name}: ${question}`, [200, 400, 422].includes(found.status), `${found.status} ${found.json?.code ?? ''} after ${seconds.toFixed(1)} s`);
    }
  }
}

// Asks what takes long, and hangs up.
async function leaving() {
  const body = JSON.stringify({ text: kSheets['a relation that grows for ever'], seconds: 20, seed: 1 });
  const asked = Array.from({ length: 2 }, () => {
    const one = request(`${server.url}/api/rules/statistics`, { method: 'POST', headers: { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) } });
    one.on('error', () => {});
    one.end(body);
    return one;
  });
  await sleep(600);
  asked.forEach((one) => one.destroy());
  await sleep(2500);
  const used = () => [server.pid, ...childrenOf(server.pid)].reduce((sum, pid) => sum + cpuOf(pid), 0);
  const before = used();
  await sleep(1000);
  checks.check('who leaves takes the work along', used() - before < 0.5, `${(used() - before).toFixed(2)} s of processor time in the second after`);
}

// A person plays it as fast as the server answers.
async function match() {
  const made = await rest.newMatch(matchOrder(undefined, [person('ann')], { rules: kDoubling, play_clock: 0 }));
  const path = `/api/matches/${made.id}`;
  const view = async () => (await rest.get('/api/matches?state=live,ended')).json.matches.find(({ id }) => id === made.id);
  for (let step = 0; step < 24 && ['starting', 'running'].includes((await view())?.state); step += 1) {
    await until(async () => (await rest.post(`${path}/moves`, { role: 0, step, move: 'go' }, { token: made.seats[0].token, timeout: kBudget }).catch(() => ({ status: 0 }))).status !== 409
      || !['starting', 'running'].includes((await view())?.state), 5000, 50);
  }
  await until(async () => !['starting', 'running'].includes((await view())?.state), 5000);
  const end = await view();
  checks.check('a match whose states double is ended with words', end?.state === 'aborted', `${end?.state}: ${end?.end ?? ''}`);
}
