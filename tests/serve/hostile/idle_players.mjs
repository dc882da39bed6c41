// Built-in players that nobody waits for: abandoned matches hold no process when another match needs one, and who waits knows its place.
import { Checks } from '../lib/checks.mjs';
import { readOptions } from '../lib/options.mjs';
import { descendants } from '../lib/processes.mjs';
import { matchOrder, person, Rest, strategy, until } from '../lib/rest.mjs';
import { Server } from '../lib/server.mjs';

const options = readOptions('More matches with built-in players than processes: abandoned ones make room, the others know their place in the queue.', {
  processes: [3, 'built-in players that the server runs at a time'],
});
const checks = new Checks(options.json);
const server = await new Server(options.agon, ['--processes', String(options.processes)]).start();
const rest = new Rest(server.url);
const view = async (match) => (await rest.get(`/api/matches/${match.id}`)).json;
const state = async (match) => (await view(match)).state;
const withMachine = (more) => matchOrder('tictactoe', [person('ann'), strategy('mcts(time=0.1s)')], { start_clock: 0, play_clock: 0, ...more });

const abandoned = [];
for (let i = 0; i < options.processes + 2; i += 1) {
  abandoned.push(await rest.newMatch(withMachine()));
  if (!checks.check(`match ${i + 1} begins, though nobody ever moves in those before`, await until(async () => (await state(abandoned.at(-1))) === 'running', 5000))) break;
}
checks.check('no more processes than allowed', descendants(server.pid).length <= options.processes, descendants(server.pid).length);

// Whoever comes back finds the opponent there.
const [first] = abandoned;
await rest.post(`/api/matches/${first.id}/moves`, { role: 0, step: 0, move: '(mark 1 1)' }, { token: first.seats[0].token });
checks.check('an abandoned match goes on when its person comes back', await until(async () => (await view(first)).step >= 2, 5000));
checks.check('without a fault', (await view(first)).seats.every((seat) => seat.faults === 0));

// All processes think: who comes now waits, and is told where.
const thinker = strategy('mcts(time=60s)');
for (let i = 0; i < options.processes; i += 1) {
  const match = await rest.newMatch(matchOrder('connectfour', [thinker, person('bob')], { start_clock: 0, play_clock: 0 }));
  await until(async () => (await state(match)) === 'running', 5000);
}
const queue = [await rest.newMatch(withMachine()), await rest.newMatch(withMachine())];
const places = async () => (await Promise.all(queue.map(view))).map((match) => match.queue_place);
checks.check('who waits knows the place in the queue', await until(async () => JSON.stringify(await places()) === '[1,2]', 5000), JSON.stringify(await places()));
await rest.post(`/api/matches/${queue[0].id}/abort`, {}, { token: queue[0].owner });
checks.check('and moves up', await until(async () => (await places())[1] === 1, 5000), JSON.stringify(await places()));

// Strategies without a thought need no process at all.
const quick = await rest.newMatch(matchOrder('tictactoe', [strategy('random'), strategy('first-legal')], { start_clock: 0, play_clock: 0 }));
checks.check('random and first-legal need no process', await until(async () => (await state(quick)) === 'ended', 5000), await state(quick));

const code = checks.finish();
if (code !== 0 && server.log) console.error(server.log.slice(-2000));
await server.remove();
process.exit(code);
