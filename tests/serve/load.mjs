// Many matches between scripted players and many more watchers: how soon a move is seen, whether each watcher sees every step once,
// and what it costs the server. Players, watchers and server share the machine, so latencies have the client's own work in them.
import { Checks, mean, percentile } from './lib/checks.mjs';
import { kGames } from './lib/games.mjs';
import { readOptions } from './lib/options.mjs';
import { matchOrder, remote, Rest, sleep } from './lib/rest.mjs';
import { ScriptedPlayer } from './lib/scripted_player.mjs';
import { Server } from './lib/server.mjs';
import { hasFaults } from './lib/watcher.mjs';
import { LeanWatchers, OwnWatchers, sinceEpoch } from './lib/watchers.mjs';

const options = readOptions('Load test of agon serve: matches at one move a second, watched by many.', {
  matches: [300, 'matches at any time'],
  watchers: [2000, 'WebSocket connections, spread over the matches'],
  seconds: [600, 'how long to measure'],
  delay: [1000, 'milliseconds from question to answer, on average'],
  generator: ['', 'a program that watches instead of this one: build/bench/watchers'],
  limit: [1000, 'milliseconds within which 99 of 100 steps must be seen'],
  settle: [0, 'seconds to wait at most until the drawings of the gallery are made'],
});

const kPatience = 3000;
const answered = new Map();  // id -> moment of the mover's answer, per step
const lengths = new Map();   // id -> steps, once it was stopped
const latencies = [], memory = [];
let moves = 0, seen = 0, faults = 0, short = 0, matches = 0, measuring = false, over = false;

const player = await new ScriptedPlayer({
  delay: () => options.delay * (0.8 + 0.4 * Math.random()),
  onMove: (id, step) => {
    answered.get(id)?.set(step, sinceEpoch());
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
  const game = kGames[slot % kGames.length].name;
  const { id } = await rest.newMatch(matchOrder(game, [remote('first', first), remote('second', second)]));
  answered.set(id, new Map());
  matches += 1;
  watchers.watch(slot, id);
}

function onStep(id, number, moments, bytes) {
  const written = answered.get(id)?.get(number);
  if (bytes && hasFaults(bytes)) faults += 1;
  if (!measuring) return;
  seen += moments.length;
  if (written !== undefined) latencies.push(...moments.map((moment) => moment - written));
}

function onEnded(slot, id, steps) {
  // The player hears of the end at about the same time, and counts for itself.
  setTimeout(() => compareLengths(id, steps), kPatience).unref();
  if (over) return;
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
const on = { step: onStep, ended: onEnded, problem: (text) => over || problems.push(text) };
const watchers = options.generator ? new LeanWatchers(on, options.generator) : new OwnWatchers(on);
for (let waited = 0, before = -1; waited < options.settle && server.cpuSeconds() - before > 0.05; waited += 1) {
  before = server.cpuSeconds();
  await sleep(1000);
}
await watchers.connect(server.url, options.watchers, options.matches);
for (let slot = 0; slot < options.matches; slot += 1) await begin(slot);
await sleep(3000);

measuring = true;
const cpuBefore = server.cpuSeconds(), generatorBefore = watchers.cpuSeconds(), ownBefore = process.cpuUsage(), started = performance.now();
for (let s = 0; s < options.seconds && server.alive; s += 5) {
  await sleep(Math.min(5, options.seconds - s) * 1000);
  memory.push(server.residentMiB());
  if (!options.json) console.error(`${Math.round((performance.now() - started) / 1000)} s: ${moves} moves, ${memory.at(-1).toFixed(1)} MiB`);
}
const seconds = (performance.now() - started) / 1000;
const cpu = server.cpuSeconds() - cpuBefore, generator = watchers.cpuSeconds() - generatorBefore;
measuring = false;
over = true;
await sleep(kPatience + 500);  // matches that have just ended are compared too

latencies.sort((a, b) => a - b);
const third = Math.ceil(memory.length / 3), own = process.cpuUsage(ownBefore);
const result = {
  seconds: Math.round(seconds), matches_at_a_time: options.matches, watchers: options.watchers, matches_begun: matches, moves,
  moves_per_second: +(moves / seconds).toFixed(1), steps_seen: seen,
  latency_ms: { p50: +percentile(latencies, 0.5).toFixed(2), p99: +percentile(latencies, 0.99).toFixed(2), max: +(latencies.at(-1) ?? 0).toFixed(2) },
  memory_mib: { first_third: +mean(memory.slice(0, third)).toFixed(1), last_third: +mean(memory.slice(-third)).toFixed(1), max: +Math.max(...memory).toFixed(1) },
  server_cores: +(cpu / seconds).toFixed(2), client_cores: +((own.user + own.system) / 1e6 / seconds).toFixed(2), generator_cores: +(generator / seconds).toFixed(2),
  server_seconds_per_1000_steps_seen: +(1000 * cpu / seen).toFixed(3),
};
if (!options.json) console.table({ ...result, latency_ms: JSON.stringify(result.latency_ms), memory_mib: JSON.stringify(result.memory_mib) });
const checks = new Checks(options.json);
checks.check('the server is alive', server.alive);
checks.check('no faults', faults === 0, faults);
checks.check('matches had the length that the player knows', short === 0, short);
checks.check('no step was skipped or told twice, nobody was cut off or refused', problems.length === 0, problems.slice(0, 3).join('; '));
checks.check('watchers saw moves', latencies.length > 0 && result.latency_ms.p99 < options.limit, `p99 ${result.latency_ms.p99} ms`);
checks.check('memory does not grow without end', result.memory_mib.last_third < 1.5 * result.memory_mib.first_third + 50);
const code = checks.finish(result);
watchers.close();
await server.remove();
player.close();
process.exit(code);
