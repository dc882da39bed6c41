// Seeds of matches as a stranger would attack them: guessed from the clock, read from a running match, or taken from a neighbour.
import { Checks } from '../lib/checks.mjs';
import { readOptions } from '../lib/options.mjs';
import { matchOrder, person, Rest, until } from '../lib/rest.mjs';
import { Server } from '../lib/server.mjs';

const options = readOptions('Are dice and hidden cards safe from prediction?', {});
const checks = new Checks(options.json);
const server = await new Server(options.agon).start();
const rest = new Rest(server.url);
const kRolls = 16;

try {
  await secretUntilTheEnd();
  await neighboursShareNothing();
  await oddSeedsAreRefused();
} finally {
  await server.remove();
}
process.exit(checks.finish());

async function secretUntilTheEnd() {
  const open = await rest.newMatch(matchOrder('tictactoe', [person('a'), person('b')]));
  const running = await rest.get(`/api/matches/${open.id}/record`);
  checks.check('the record of a running match has no seed', running.json.seed === 0, running.json.seed);
  const before = Date.now();
  const match = await play(undefined);
  const ended = await finish(match);
  checks.check('the record of an ended match has one', Number.isSafeInteger(ended.seed) && ended.seed > 0, ended.seed);
  checks.check('it is not the time', Math.abs(ended.seed - before) > 86_400_000 * 365, ended.seed - before);
  const again = await finish(await play(ended.seed));
  checks.check('it repeats every roll', rolls(again).join() === rolls(ended).join(), rolls(ended).join(''));
  const other = await finish(await play(undefined));
  checks.check('another match has another one', other.seed !== ended.seed && rolls(other).join() !== rolls(ended).join());
}

// With a linear mix, the roll of (seed, step) is that of (seed ^ 2, step ^ 2).
async function neighboursShareNothing() {
  const own = rolls(await finish(await play(1_700_000_000_000)));
  const next = rolls(await finish(await play(1_700_000_000_002)));
  const swapped = next.map((_, i) => next[i ^ 1]);
  const same = own.filter((roll, i) => roll === swapped[i]).length;
  checks.check('neighbouring seeds do not give the same rolls in another order', own.length >= 8 && same < own.length - 3, `${same} of ${own.length} agree`);
}

async function oddSeedsAreRefused() {
  for (const seed of [-1, 1.5, '7', 2 ** 53, null]) {
    const made = await rest.post('/api/matches', matchOrder('dice-race', [person('a'), person('b')], { seed }));
    checks.check(`a seed of ${JSON.stringify(seed)} is refused with words`, made.status === 400 && made.json.code === 'bad-field', made.status);
  }
}

// Two people, each always with the first legal move, until there were enough rolls. The match is still running.
async function play(seed) {
  const { id, seats, owner } = await rest.newMatch(matchOrder('dice-race', [person('a'), person('b')], { play_clock: 0, ...(seed === undefined ? {} : { seed }) }));
  await until(async () => (await moveOnce(id, seats)) >= 2 * kRolls, 15_000, 1);
  return { id, owner };
}

// The step that the match is at, or a large number when it is over.
async function moveOnce(id, seats) {
  let at = 0;
  for (const role of [0, 1]) {
    const { token } = seats[role];
    const view = (await rest.get(`/api/matches/${id}`, { token })).json;
    at = view.state === 'ended' ? Infinity : view.step;
    if (view.state !== 'running' || !view.position.turn[role]) continue;
    await rest.post(`/api/matches/${id}/moves`, { role, step: view.step, move: view.position.legal[role][0].move }, { token });
  }
  return at;
}

async function finish({ id, owner }) {
  await rest.post(`/api/matches/${id}/abort`, {}, { token: owner });
  await until(async () => ['ended', 'aborted'].includes((await rest.get(`/api/matches/${id}`)).json.state), 5000, 20);
  return (await rest.get(`/api/matches/${id}/record`)).json;
}

function rolls({ steps }) {
  return steps.map((step) => step.moves[2]).filter((move) => move.startsWith('(roll')).map((move) => move[6]).slice(0, kRolls);
}
