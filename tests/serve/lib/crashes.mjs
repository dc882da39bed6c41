// Kills the server at random moments while matches are played, and compares what was told before with what is known after.
import { matchOrder, person, remote, Rest, sleep, until } from './rest.mjs';
import { ScriptedPlayer } from './scripted_player.mjs';
import { Server } from './server.mjs';
import { Watcher } from './watcher.mjs';

export async function killAgainAndAgain({ agon, kills, remotes, people, games }, checks) {
  const player = await new ScriptedPlayer({ delay: () => 300 + 400 * Math.random() }).listen();
  const [first, second] = player.ports.map((port) => port.port);
  const most = String(remotes + people + 10);
  const server = await new Server(agon, ['--matches', most, '--matches-per-client', most, '--remote', `first=127.0.0.1:${first}`, '--remote', `second=127.0.0.1:${second}`]).start();
  const rest = new Rest(server.url);
  const ledger = new Ledger();
  const names = games.split(',');
  const orders = [
    ...Array.from({ length: remotes }, (_, i) => matchOrder(names[i % names.length], [remote('first', first), remote('second', second)], { play_clock: 20 })),
    ...Array.from({ length: people }, () => matchOrder(names.at(-1), [person('ann'), person('bob')], { play_clock: 0 })),
  ];
  const matches = [];
  for (const order of orders) matches.push(await rest.newMatch(order));
  const stop = { now: false };
  const playing = matches.slice(remotes).map((match) => playPerson(rest, match, ledger, stop));
  let watchers = await watchAll(server.url, matches, ledger);

  for (let k = 0; k < kills; k += 1) {
    await sleep(2000 + 4000 * Math.random());
    await server.stop('SIGKILL');
    watchers.forEach((watcher) => watcher.socket.terminate());
    await server.start();
    watchers = await watchAll(server.url, matches, ledger);
  }

  const ended = await until(async () => (await statesOf(rest, matches)).every((state) => state === 'ended'), 180_000, 1000);
  stop.now = true;
  await Promise.all(playing);
  checks.check('all matches have ended by the rules', ended, tally(await statesOf(rest, matches)));
  await compare(rest, matches, ledger, checks);
  const result = { kills, matches: matches.length, steps_told: ledger.told, moves_accepted: ledger.accepted };
  checks.check('something was told and accepted', ledger.told > 0 && (people === 0 || ledger.accepted > 0), `${ledger.told} steps, ${ledger.accepted} moves of people`);
  watchers.forEach((watcher) => watcher.socket.terminate());
  await server.remove();
  player.close();
  return result;
}

// What the server has acknowledged: joint moves told to watchers, single moves accepted from people.
class Ledger {
  constructor() {
    this.steps = new Map();
    this.moves = new Map();
    this.changed = [];
    this.told = this.accepted = 0;
  }

  tell(id, step, moves) {
    const key = `${id}/${step}`, text = moves.join(' | '), before = this.steps.get(key);
    if (before !== undefined && before !== text) this.changed.push(`${key}: ${before}, then ${text}`);
    if (before === undefined) this.told += 1;
    this.steps.set(key, text);
  }

  accept(id, step, role, move) {
    this.moves.set(`${id}/${step}/${role}`, move);
    this.accepted += 1;
  }
}

async function watchAll(url, matches, ledger) {
  const tell = (id, { step, moves }) => ledger.tell(id, step, moves);
  const on = {
    step: (watcher, number, bytes) => tell(watcher.match, JSON.parse(bytes).history),
    match: (watcher, view) => view.history.forEach((entry) => tell(watcher.match, entry)),
    ended: () => {},
  };
  return Promise.all(matches.map(async ({ id }) => {
    const watcher = await new Watcher(url, on).connect();
    watcher.socket.on('error', () => {});
    watcher.watch(id);
    return watcher;
  }));
}

// Both people of a match: whoever has a choice moves at random. While the server is down they just try again.
async function playPerson(rest, { id, seats }, ledger, stop) {
  while (!stop.now) {
    await sleep(200 + 300 * Math.random());
    const view = (await rest.get(`/api/matches/${id}`, { timeout: 3000 }).catch(() => null))?.json;
    if (view?.state === 'ended') return;
    const role = view?.position?.turn.indexOf(true) ?? -1;
    if (role < 0) continue;
    const legal = view.position.legal[role], { move } = legal[Math.floor(Math.random() * legal.length)];
    const answer = await rest.post(`/api/matches/${id}/moves`, { role, step: view.step, move }, { token: seats[role].token, timeout: 3000 }).catch(() => null);
    if (answer?.status === 200) ledger.accept(id, view.step, role, move);
  }
}

async function statesOf(rest, matches) {
  return Promise.all(matches.map(async ({ id }) => (await rest.get(`/api/matches/${id}`).catch(() => null))?.json?.state ?? 'unknown'));
}

async function compare(rest, matches, ledger, checks) {
  let lost = 0, changed = 0, movesLost = 0, faults = 0, uneven = 0;
  for (const { id } of matches) {
    const { steps } = (await rest.get(`/api/matches/${id}/record`)).json;
    const view = (await rest.get(`/api/matches/${id}`)).json;
    faults += view.seats.reduce((sum, seat) => sum + seat.faults, 0);
    if (steps.length !== view.history.length || view.history.some((entry, i) => entry.step !== i)) uneven += 1;
    for (const [key, text] of ledger.steps) {
      if (!key.startsWith(`${id}/`)) continue;
      const found = steps[Number(key.split('/')[1])];
      if (found === undefined) lost += 1;
      else if (found.moves.join(' | ') !== text) changed += 1;
    }
    for (const [key, move] of ledger.moves) {
      const [match, step, role] = key.split('/');
      if (match === id && steps[step]?.moves[role] !== move) movesLost += 1;
    }
  }
  checks.check('no step that was told is lost', lost === 0, lost);
  checks.check('no step has changed', changed === 0 && ledger.changed.length === 0, ledger.changed[0] ?? changed);
  checks.check('no accepted move is lost', movesLost === 0, movesLost);
  checks.check('records and histories have each step once', uneven === 0, uneven);
  checks.check('nobody is blamed for the crashes', faults === 0, faults);
}

function tally(states) {
  const counts = {};
  for (const state of states) counts[state] = (counts[state] ?? 0) + 1;
  return JSON.stringify(counts);
}
