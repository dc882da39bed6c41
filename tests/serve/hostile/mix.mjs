// A random mix of attacks while people play: every move of theirs must be acknowledged in time, the server must not end, and its memory
// must come back to where it was. The order of attacks comes from --seed; what the machine makes of it differs from run to run.
import { attacksOn } from '../lib/attacks.mjs';
import { Checks, percentile } from '../lib/checks.mjs';
import { kSheets } from '../lib/hostile_sheets.mjs';
import { readOptions } from '../lib/options.mjs';
import { matchOrder, person, Rest, sleep } from '../lib/rest.mjs';
import { Server } from '../lib/server.mjs';

const options = readOptions('A random mix of attacks on agon serve while people play.', {
  minutes: [30, 'how long'],
  matches: [50, 'matches of people, all alive at once'],
  seed: [1, 'of the order of attacks'],
  attackers: [4, 'attacks at a time'],
});
const kPatience = 10_000;   // a move that is acknowledged later is late
const kWorkersRest = 36_000;
const kMemoryMiB = 2048;    // the server and its processes together
const checks = new Checks(options.json);
const random = seeded(options.seed);
const server = await new Server(options.agon, ['--matches', '400', '--matches-per-client', String(options.matches + 20)]).start();
const rest = new Rest(server.url);
const attacks = attacksOn(server, random);
const state = { over: false, moves: 0, late: 0, refused: [], latencies: [], attacks: {}, most: 0 };

await sleep(1500);  // drawings of the gallery are made first
await visit();
await sleep(kWorkersRest);
const before = treeMiB();
const people = Array.from({ length: options.matches }, (_, i) => play(['tictactoe', 'connectfour', 'breakthrough-6x6', 'kuhn-poker'][i % 4]));
const end = Date.now() + options.minutes * 60_000;
const attackers = Array.from({ length: options.attackers }, () => attack());
const watch = measure();
await Promise.all(attackers);
state.over = true;
await Promise.all(people);
await watch;
await sleep(kWorkersRest);  // worker processes that nobody asks end by then
const after = treeMiB();

state.latencies.sort((a, b) => a - b);
const figures = {
  minutes: options.minutes, moves: state.moves, p99_ms: Math.round(percentile(state.latencies, 0.99)), slowest_ms: Math.round(state.latencies.at(-1) ?? 0),
  attacks: state.attacks, memory_mib: { before: Math.round(before), most: Math.round(state.most), after: Math.round(after) },
};
checks.check('the server is alive', server.alive, JSON.stringify(server.exited));
checks.check('people could move', state.moves > 0, state.moves);
checks.check('every move was acknowledged in time', state.late === 0, `${state.late} late or lost of ${state.moves}, slowest ${figures.slowest_ms} ms`);
checks.check('no legal move was refused', state.refused.length === 0, state.refused.slice(0, 10).join('; ') || 0);
checks.check(`memory stays below ${kMemoryMiB} MiB`, state.most < kMemoryMiB, `${figures.memory_mib.most} MiB`);
checks.check('memory comes back', after < before * 1.1 + 48, `${figures.memory_mib.before} MiB before, ${figures.memory_mib.after} after`);
const code = checks.finish(figures);
if (code !== 0 && server.log) console.error(server.log.slice(-2000));
await server.remove();
process.exit(code);

// What any visitor does once, so that caches are as full before as after.
async function visit() {
  for (const game of ['tictactoe', 'connectfour', 'breakthrough-6x6', 'kuhn-poker']) await rest.get(`/api/games/${game}`);
  await rest.post('/api/rules/check', { text: kSheets['terms that grow for ever'] }, { timeout: 60_000 }).catch(() => null);
}

// One match after the other, both seats by the same person.
async function play(game) {
  let match = null;
  while (!state.over) {
    await sleep(200 + 600 * Math.random());
    if (match === null) {
      const made = await rest.post('/api/matches', matchOrder(game, [person('ann'), person('bob')], { play_clock: 0 }), { timeout: kPatience }).catch(() => null);
      if (made?.status === 201) match = made.json;
      continue;
    }
    match = await moveOnce(match) ? match : null;
  }
  if (match !== null) await rest.post(`/api/matches/${match.id}/abort`, {}, { token: match.owner }).catch(() => null);
}

// False: the match is over.
async function moveOnce({ id, seats }) {
  const tokens = seats.filter(({ token }) => token).map(({ token }) => token);
  for (const token of tokens) {
    const view = (await rest.get(`/api/matches/${id}`, { token, timeout: kPatience }).catch(() => null))?.json;
    if (view === null || view === undefined) continue;
    if (view.state === 'ended' || view.state === 'aborted') return false;
    const role = (view.position?.turn ?? []).findIndex((turn, r) => turn && seats[r].token === token);
    if (role < 0 || !view.position.legal[role]) continue;
    const legal = view.position.legal[role], { move } = legal[Math.floor(Math.random() * legal.length)];
    const began = performance.now();
    const answer = await rest.post(`/api/matches/${id}/moves`, { role, step: view.step, move }, { token, timeout: 3 * kPatience }).catch(() => null);
    const took = performance.now() - began;
    state.moves += 1;
    state.latencies.push(took);
    if (answer === null || took > kPatience) state.late += 1;
    else if (answer.status !== 200) state.refused.push(`${answer.status} ${answer.json?.code ?? ''} ${answer.json?.message ?? ''}`);
    return true;
  }
  return true;
}

async function attack() {
  const kinds = Object.keys(attacks);
  while (Date.now() < end && server.alive) {
    const kind = kinds[Math.floor(random() * kinds.length)];
    state.attacks[kind] = (state.attacks[kind] ?? 0) + 1;
    await Promise.race([attacks[kind]().catch(() => null), sleep(40_000)]);
    await sleep(50 + 200 * random());
  }
}

async function measure() {
  while (!state.over && server.alive) {
    state.most = Math.max(state.most, treeMiB());
    await sleep(1000);
  }
}

function treeMiB() { return server.alive ? server.treeMiB() : 0; }

function seeded(seed) {
  let now = seed >>> 0;
  return () => (now = (Math.imul(now, 1664525) + 1013904223) >>> 0) / 2 ** 32;
}
