// One match for each way to be a bad player, against a decent one. Bad ones sit in the first seat of tic-tac-toe.
import { parseMessage, PlayerPort, reply } from './player_port.mjs';
import { matchOrder, remote, Rest, until } from './rest.mjs';
import { ScriptedPlayer } from './scripted_player.mjs';
import { Server } from './server.mjs';

const kPlayClock = 1;
const head = 'HTTP/1.0 200 OK\r\nContent-Type: text/acl\r\n';

// What each does when it is asked to PLAY; START is answered with ready, unless `start` says otherwise. `kinds`: the faults that fit.
// The context: { decent() answers as a good player does, port }.
const kSinners = {
  'killed in mid-game': { kinds: ['dead'], play: (socket, { decent, plays, port }) => (plays < 2 ? decent() : port.close()) },
  'hung': { kinds: ['late'], play: () => {} },
  'garbage': { kinds: ['garbage'], play: (socket) => socket.end('\x00\x01\x02 this is not HTTP at all\r\n\r\n') },
  'a status of 500': { kinds: ['garbage'], play: (socket) => socket.end('HTTP/1.0 500 Oops\r\nContent-Length: 0\r\n\r\n') },
  'an answer of 100 MB': { kinds: ['garbage'], play: (socket) => pour(socket, 100) },
  'drops of an answer': { kinds: ['late'], play: (socket) => drip(socket) },
  'an illegal move': { kinds: ['illegal'], play: (socket) => reply(socket, '(mark 9 9)') },
  'unbalanced parentheses': { kinds: ['garbage', 'illegal'], play: (socket) => reply(socket, '(((mark 1') },
  'an answer after the deadline': { kinds: ['late'], play: (socket, { decent }) => setTimeout(decent, 1000 * kPlayClock + 800) },
  'a closed connection': { kinds: ['dead'], play: (socket) => socket.destroy() },
  'a refused connection': { kinds: ['dead'], refused: true },
  'busy at the start': { kinds: ['busy', 'dead'], start: (socket) => reply(socket, 'busy'), play: (socket) => reply(socket, 'busy') },
  'busy at a move': { kinds: ['busy', 'garbage'], play: (socket) => reply(socket, 'busy') },
  'bare LF': { kinds: [], play: (socket, { move }) => socket.end(`HTTP/1.0 200 OK\nContent-type: text/acl\nContent-length: ${move.length}\n\n${move}`) },
  'no length': { kinds: [], play: (socket, { move }) => socket.end(`${head}\r\n${move}`) },
  'capitals and blanks': { kinds: [], start: (socket) => reply(socket, '  READY \r\n'), play: (socket, { move }) => reply(socket, `\r\n  ${move.toUpperCase().replaceAll(' ', '   ').replace('(', '(  ')}  \t\n`) },
};

export async function playBadPlayers({ agon }, checks) {
  const decent = await new ScriptedPlayer({ delay: () => 20 }).listen();
  const sinners = [];
  for (const [name, how] of Object.entries(kSinners)) sinners.push({ name, how, port: await badPort(how) });
  const listed = [...sinners.map((sinner) => sinner.port.port), decent.ports[1].port];
  const server = await new Server(agon, listed.flatMap((port, i) => ['--remote', `p${i}=127.0.0.1:${port}`])).start();
  // Only now, or another listener might be given the port.
  sinners.filter((sinner) => sinner.how.refused).forEach((sinner) => sinner.port.close());
  const rest = new Rest(server.url);
  await Promise.all(sinners.map((sinner) => judge(rest, sinner, decent.ports[1].port, checks)));
  checks.check('the server survived all of them', server.alive);
  sinners.forEach((sinner) => sinner.port.close());
  decent.close();
  await server.remove();
}

async function judge(rest, { name, how, port }, decentPort, checks) {
  const order = matchOrder('tictactoe', [remote('bad', port.port), remote('decent', decentPort)], { start_clock: 2, play_clock: kPlayClock });
  const { id } = await rest.newMatch(order);
  const ended = await until(async () => (await rest.get(`/api/matches/${id}`)).json.state === 'ended', 60_000, 300);
  const view = (await rest.get(`/api/matches/${id}`)).json;
  const faults = view.history.flatMap((entry) => entry.faults);
  const good = ended && view.seats[1].faults === 0 && faults.every((fault) => fault.role === 0 && how.kinds.includes(fault.kind) && fault.note !== '') &&
    view.seats[0].faults === faults.length && (how.kinds.length === 0 || faults.length > 0);
  const kinds = [...new Set(faults.map((fault) => `${fault.kind}: ${fault.note.slice(0, 60)}`))].join('; ');
  checks.check(`player: ${name}`, good, `${view.state}, ${view.seats.map((seat) => seat.faults).join(' and ')} faults${kinds && `, ${kinds}`}`);
}

// A port that sins as told; the moves it needs come from a scripted player that only it talks to.
async function badPort(how) {
  const games = new ScriptedPlayer({ delay: () => 0 });
  let plays = 0;
  const port = new PlayerPort((text, socket) => {
    const { kind } = parseMessage(text);
    const decent = () => games.answer(0, text, socket);
    if (kind === 'START') {
      if (how.start === undefined) return decent();
      games.answer(0, text, { end() {} });
      return how.start(socket);
    }
    if (kind !== 'PLAY') return reply(socket, 'done');
    if (how.kinds.length > 0) return how.play(socket, { decent, plays: plays++, port });
    const silent = { end: (answer) => how.play(socket, { move: answer.slice(answer.indexOf('\r\n\r\n') + 4) }) };
    games.answer(0, text, silent);
  });
  await port.listen();
  return port;
}

function pour(socket, megabytes) {
  const piece = Buffer.alloc(1 << 20, 0x61);
  socket.write(`${head}Content-Length: ${megabytes << 20}\r\n\r\n`);
  let left = megabytes;
  const more = () => {
    while (left > 0 && !socket.destroyed) {
      left -= 1;
      if (!socket.write(piece)) return;
    }
    socket.end();
  };
  socket.on('drain', more);
  more();
}

function drip(socket) {
  const text = `${head}Content-Length: 10\r\n\r\n(mark 1 1)`;
  let at = 0;
  const timer = setInterval(() => {
    if (socket.destroyed || at >= text.length) return clearInterval(timer);
    socket.write(text[at++]);
  }, 50);
}
