// Many matches between scripted players and many more watchers: how soon a move is seen, whether each watcher sees every step once,
// and what it costs the server. Players, watchers and server share the machine, so latencies have the client's own work in them.
import { Checks, mean, percentile } from './lib/checks.mjs';
import { kGames } from './lib/games.mjs';
import { readOptions } from './lib/options.mjs';
import { matchOrder, remote, Rest, sleep } from './lib/rest.mjs';
import { ScriptedPlayer } from './lib/scripted_player.mjs';
import { Server } from './lib/server.mjs';
import { hasFaults, Watcher } from './lib/watcher.mjs';

const options = readOptions('Load test of agon serve: matches at one move a second, watched by many.', {
  matches: [300, 'matches at any time'],
  watchers: [2000, 'WebSocket connections, spread over the matches'],
  seconds: [600, 'how long to measure'],
  delay: [1000, 'milliseconds from question to answer, on average'],
});

const kPatience = 3000;
const answered = new Map();  // id -> moment of the mover's answer, per step
const lengths = new Map();   // id -> steps, once it was stopped
const latencies = [], memory = [];
let moves = 0, faults = 0, short = 0, matches = 0, measuring = false, over = false;

const player = await new ScriptedPlayer({
  delay: () => options.delay * (0.8 + 0.4 * Math.random()),
  onMove: (id, step) => {
    answered.get(id)?.set(step, performance.now());
    if (measuring) moves += 1;
  },
  onStop: (id, steps) => lengths.set(id, steps),
}).listen();
const [first, second] = player.ports.map((port) => port.port);
const limits = ['--matches', String(2 * options.matches + 50), '--matches-per-client', String(2 * options.matches + 50), '--connections', String(2 * options.watchers + 1000), '--connections-per-client', String(2 * options.watchers + 1000),
  '--client-rate', '10000000'];
const server = await new Server(options.agon, [...limits, '--remote', `first=127.0.0.1:${first}`, '--remote', `second=127.0.0.1:${second}`]).start();
const rest = new Rest(server.url);

// A slot is one of the matches that are always running, with those who watch it.
async function begin(slot) {
  const game = kGames[slot.index % kGames.length].name;
  const { id } = await rest.newMatch(matchOrder(game, [remote('first', first), remote('second', second)]));
  answered.set(id, new Map());
  matches += 1;
  slot.id = id;
  slot.watchers.forEach((watcher) => watcher.watch(id));
}

function onStep(watcher, number, bytes) {
  const written = answered.get(watcher.match)?.get(number);
  if (measuring && written !== undefined) latencies.push(performance.now() - written);
  if (watcher === watcher.slot.watchers[0] && hasFaults(bytes)) faults += 1;
}

function onEnded(watcher) {
  const { slot, match: id, expected } = watcher;
  // The player hears of the end at about the same time, and counts for itself.
  setTimeout(() => compareLengths(id, expected), kPatience).unref();
  if (watcher !== slot.watchers[0] || over) return;
  setTimeout(() => [answered, lengths].forEach((map) => map.delete(id)), 10 * kPatience).unref();
  // The others hear of the end in the same moment; then all of them go to the next match.
  setTimeout(() => begin(slot).catch((problem) => problems.push(problem.message)), 50);
}

function compareLengths(id, seen) {
  if (lengths.get(id) === seen) return;
  short += 1;
  problems.push(`match ${id} ended after ${seen} steps for a watcher, after ${lengths.get(id)} for the player`);
}

const problems = [];
const slots = Array.from({ length: options.matches }, (_, index) => ({ index, id: null, watchers: [] }));
for (let w = 0; w < options.watchers; w += 1) {
  const watcher = await new Watcher(server.url, { step: onStep, ended: onEnded }).connect();
  watcher.socket.on('close', () => over || problems.push('a watcher was cut off'));
  watcher.slot = slots[w % slots.length];
  watcher.slot.watchers.push(watcher);
}
for (const slot of slots) await begin(slot);
await sleep(3000);

measuring = true;
const cpuBefore = server.cpuSeconds(), ownBefore = process.cpuUsage(), started = performance.now();
for (let s = 0; s < options.seconds && server.alive; s += 5) {
  await sleep(Math.min(5, options.seconds - s) * 1000);
  memory.push(server.residentMiB());
  if (!options.json) console.error(`${Math.round((performance.now() - started) / 1000)} s: ${moves} moves, ${memory.at(-1).toFixed(1)} MiB`);
}
const seconds = (performance.now() - started) / 1000;
measuring = false;
over = true;
await sleep(kPatience + 500);  // matches that have just ended are compared too

latencies.sort((a, b) => a - b);
const third = Math.ceil(memory.length / 3), own = process.cpuUsage(ownBefore);
const watchers = slots.flatMap((slot) => slot.watchers);
const result = {
  seconds: Math.round(seconds), matches_at_a_time: options.matches, watchers: options.watchers, matches_begun: matches, moves,
  moves_per_second: +(moves / seconds).toFixed(1), steps_seen: latencies.length,
  latency_ms: { p50: +percentile(latencies, 0.5).toFixed(2), p99: +percentile(latencies, 0.99).toFixed(2), max: +(latencies.at(-1) ?? 0).toFixed(2) },
  memory_mib: { first_third: +mean(memory.slice(0, third)).toFixed(1), last_third: +mean(memory.slice(-third)).toFixed(1), max: +Math.max(...memory).toFixed(1) },
  server_cores: +((server.cpuSeconds() - cpuBefore) / seconds).toFixed(2), client_cores: +((own.user + own.system) / 1e6 / seconds).toFixed(2),
};
if (!options.json) console.table({ ...result, latency_ms: JSON.stringify(result.latency_ms), memory_mib: JSON.stringify(result.memory_mib) });
const checks = new Checks(options.json);
checks.check('the server is alive', server.alive);
checks.check('no faults', faults === 0, faults);
checks.check('no step was missed', watchers.every((w) => w.skipped === 0) && short === 0, `${watchers.reduce((n, w) => n + w.skipped, 0)} skipped, ${short} of another length`);
checks.check('no step was told twice', watchers.every((w) => w.doubled === 0), watchers.reduce((n, w) => n + w.doubled, 0));
checks.check('nobody was cut off, refused or left behind', problems.length === 0, problems.slice(0, 3).join('; '));
checks.check('watchers saw moves', latencies.length > 0 && result.latency_ms.p99 < 1000, `p99 ${result.latency_ms.p99} ms`);
checks.check('memory does not grow without end', result.memory_mib.last_third < 1.5 * result.memory_mib.first_third + 50);
const code = checks.finish(result);
await server.remove();
player.close();
process.exit(code);
