// Both ends of the manager protocol: every message of docs/protocol.md on the wire, then many matches between two `agon player`
// processes at short clocks, without one fault.
import { AgonPlayer } from './lib/agon_player.mjs';
import { Checks } from './lib/checks.mjs';
import { checkManagerWire } from './lib/manager_wire.mjs';
import { readOptions } from './lib/options.mjs';
import { matchOrder, remote, Rest, until } from './lib/rest.mjs';
import { Server } from './lib/server.mjs';
import { checkWire } from './lib/wire.mjs';

const options = readOptions('Conformance of the manager and of agon player, against each other and byte by byte.', {
  matches: [100, 'matches between two players'],
  together: [4, 'of these at a time'],
  strategy: ['mcts(iterations=50)', 'of both players'],
});
const kGames = ['tictactoe', 'connectfour', 'nim', 'breakthrough-5x5', 'rock-paper-scissors', 'monty-hall', 'hex-5x5', 'krieg-tictactoe'];

const checks = new Checks(options.json);
await checkWire(options.agon, checks);
await checkManagerWire(options.agon, checks);
const played = await playAll();
checks.check(`${options.matches} matches have ended`, played.ended === options.matches, played.ended);
checks.check('without a fault', played.faults.length === 0, played.faults.slice(0, 3).join('; '));
process.exit(checks.finish({ matches: options.matches, steps: played.steps }));

async function playAll() {
  const seats = ['--matches', String(options.together), '--strategy', options.strategy];
  const players = [await new AgonPlayer(options.agon, seats).start(), await new AgonPlayer(options.agon, seats).start()];
  const server = await new Server(options.agon, players.flatMap((player, i) => ['--remote', `p${i}=127.0.0.1:${player.port}`])).start();
  const rest = new Rest(server.url);
  const result = { ended: 0, steps: 0, faults: [] };
  let next = 0;
  const worker = async () => {
    while (next < options.matches) await playOne(rest, kGames[next++ % kGames.length], players, result);
  };
  await Promise.all(Array.from({ length: options.together }, worker));
  await server.remove();
  await Promise.all(players.map((player) => player.stop()));
  return result;
}

async function playOne(rest, game, players, result) {
  const { players: count } = (await rest.get(`/api/games/${game}`)).json;
  const seats = players.slice(0, count).map((player, i) => remote(`p${i}`, player.port));
  const { id } = await rest.newMatch(matchOrder(game, seats, { start_clock: 1, play_clock: 1 }));
  await until(async () => ['ended', 'aborted'].includes((await rest.get(`/api/matches/${id}`)).json.state), 120_000, 100);
  const view = (await rest.get(`/api/matches/${id}`)).json;
  if (view.state === 'ended') result.ended += 1;
  result.steps += view.step;
  for (const entry of view.history) for (const fault of entry.faults) result.faults.push(`${game} step ${entry.step}: ${fault.kind}, ${fault.note}`);
}
