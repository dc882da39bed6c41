// The other end: what our manager sends to a player, byte for byte, in one match of tic-tac-toe and one of Monty Hall.
import { PlayerPort, reply } from './player_port.mjs';
import { matchOrder, remote, Rest, until } from './rest.mjs';
import { Server } from './server.mjs';

const kHeaders = [/^POST \/ HTTP\/1\.0\r\n/, /\r\nAccept: text\/delim\r\n/i, /\r\nHost: 127\.0\.0\.1:\d+\r\n/i, /\r\nSender: GAMEMASTER\r\n/i, /\r\nReceiver: \S+\r\n/i, /\r\nContent-Type: text\/acl\r\n/i];
const kPublic = [/^\(START (\w+) xplayer \(.*\) 2 1\)$/s, /^\(PLAY \w+ NIL\)$/i, /^\(PLAY \w+ \(\(mark \d \d\) noop\)\)$/i, /^\(STOP \w+ \(.+\)\)$/i];
const kHidden = [/^\(START \w+ candidate \(.*\) 2 1\)$/s, /^\(PLAY \w+ 0 NIL NIL\)$/i, /^\(PLAY \w+ 1 \S.* \(.*\)\)$/i, /^\(STOP \w+ \d+ \S.* \(.*\)\)$/i];

export async function checkManagerWire(agon, checks) {
  const told = { first: [], second: [], heads: [] };
  const port = (list) => new PlayerPort((text, socket, head) => {
    list.push(text);
    told.heads.push(head);
    reply(socket, text.startsWith('(START') ? 'ready' : 'noop');
  }).listen();
  const first = await port(told.first), second = await port(told.second);
  const server = await new Server(agon, ['--remote', `a=127.0.0.1:${first.port}`, '--remote', `b=127.0.0.1:${second.port}`]).start();
  const rest = new Rest(server.url);
  const clocks = { start_clock: 2, play_clock: 1 };
  await play(rest, matchOrder('tictactoe', [remote('a', first.port), remote('b', second.port)], clocks));
  const open = told.first.splice(0);
  await play(rest, matchOrder('monty-hall', [remote('a', first.port)], clocks));
  await server.remove();
  first.close();
  second.close();
  checks.check('manager: headers', told.heads.length > 0 && told.heads.every((head) => kHeaders.every((pattern) => pattern.test(head))), told.heads[0]?.split('\r\n')[0]);
  compare('manager', open, kPublic, checks);
  compare('manager, hidden information', told.first, kHidden, checks);
}

async function play(rest, order) {
  const { id } = await rest.newMatch(order);
  await until(async () => (await rest.get(`/api/matches/${id}`)).json.state === 'ended', 20_000);
  await new Promise((resolve) => setTimeout(resolve, 200));  // for the last message
}

// The first three messages and the last one.
function compare(name, messages, [start, nil, next, stop], checks) {
  for (const [what, text, pattern] of [['START', messages[0], start], ['first PLAY', messages[1], nil], ['next PLAY', messages[2], next], ['STOP', messages.at(-1), stop]])
    checks.check(`${name}: ${what}`, pattern.test(text ?? ''), (text ?? 'nothing').replace(/\s+/g, ' ').slice(0, 70));
}
