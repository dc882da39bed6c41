// The messages of docs/protocol.md as bytes, sent to a raw `agon player`, and what must come back.
import net from 'node:net';
import { AgonPlayer } from './agon_player.mjs';

const sheet = `(role a) (role b) (init (left 3)) (succ 0 1) (succ 1 2) (succ 2 3) (init (control a))
(<= (legal ?r take) (true (control ?r))) (<= (legal ?r noop) (role ?r) (not (true (control ?r))))
(<= (next (left ?n)) (true (left ?m)) (succ ?n ?m)) (<= (next (control a)) (true (control b))) (<= (next (control b)) (true (control a)))
(<= terminal (true (left 0))) (<= (goal a 100) (true (control b))) (<= (goal a 0) (true (control a))) (<= (goal b 100) (true (control a))) (<= (goal b 0) (true (control b)))`;
const start = (id, role = 'a', rules = sheet) => `(START ${id} ${role} (${rules}) 5 5)`;
const post = (text) => `POST / HTTP/1.0\r\nAccept: text/delim\r\nHost: localhost\r\nSender: GAMEMASTER\r\nReceiver: AGON\r\nContent-Type: text/acl\r\nContent-Length: ${text.length}\r\n\r\n${text}`;
const bareLf = (text) => `POST / HTTP/1.0\nContent-length: ${text.length}\n\n${text}`;
const chunked = (text) => `POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`;

// [what, request, status, pattern of the body]; in this order, since they are one story.
const kStory = [
  ['INFO', post('(INFO)'), 200, /^\(\(name agon\) \(status available\) \(species computer\)\)$/],
  ['GET / is INFO', 'GET / HTTP/1.1\r\nHost: x\r\n\r\n', 200, /status available/],
  ['GET with escapes', 'GET /%28INFO%29 HTTP/1.0\r\n\r\n', 200, /status available/],
  ['lower case and blanks', post('  ( info )  '), 200, /status available/],
  ['PREVIEW', post(`(PREVIEW (${sheet}) 5)`), 200, /^ready$/],
  ['PREVIEW of broken rules', post('(PREVIEW ((<= (legal a) (not))) 5)'), 400, /^\(error /],
  ['PLAY of an unknown match', post('(PLAY nobody NIL)'), 200, /^busy$/],
  ['STOP of an unknown match', post('(STOP nobody (take noop))'), 200, /^busy$/],
  ['START with a role that is not there', post(start('m0', 'zed')), 400, /^\(error /],
  ['START', post(start('m1')), 200, /^ready$/],
  ['the same START again', post(start('m1')), 200, /^ready$/],
  ['INFO without a free seat', post('(INFO)'), 200, /status busy/],
  ['START of another match', post(start('m2')), 200, /^busy$/],
  ['START for the other role', post(start('m1', 'b')), 200, /^busy$/],
  ['PLAY NIL', post('(PLAY m1 NIL)'), 200, /^take$/],
  ['PLAY NIL again', post('(PLAY m1 NIL)'), 200, /^take$/],
  ['PLAY with moves, id in capitals, bare LF', bareLf('(play M1 (take noop))'), 200, /^noop$/],
  ['PLAY with a turn number', post('(PLAY m1 2 (noop take))'), 200, /^take$/],
  ['a joint move that fits nowhere', post('(PLAY m1 (dance dance))'), 200, /^(take|noop)$/],
  ['STOP, in chunks', chunked('(STOP m1 (take noop))'), 200, /^done$/],
  ['STOP again', post('(STOP m1 (take noop))'), 200, /^done$/],
  ['INFO after STOP', post('(INFO)'), 200, /status available/],
  ['START after STOP', post(start('m3', 'B')), 200, /^ready$/],
  ['ABORT', post('(ABORT m3)'), 200, /^aborted$/],
  ['ABORT again', post('(ABORT m3)'), 200, /^aborted$/],
  ['no message', post('(DANCE now)'), 400, /^\(error /],
  ['an empty body', post(''), 400, /^\(error /],
  ['OPTIONS', 'OPTIONS / HTTP/1.1\r\nHost: x\r\nOrigin: http://a\r\n\r\n', 200, /^$/],
  ['another method', 'DELETE / HTTP/1.1\r\nHost: x\r\n\r\n', 405, /./],
  ['no HTTP', '\x16\x03\x01\x02 hello\r\n\r\n', 400, /^\(error /],
  ['a length beyond all limits', 'POST / HTTP/1.0\r\nContent-Length: 999999999999\r\n\r\n(', 413, /^\(error /],
];

export async function checkWire(agon, checks) {
  const player = await new AgonPlayer(agon, ['--strategy', 'random']).start();
  for (const [what, request, status, pattern] of kStory) {
    const answer = await exchange(player.port, request);
    const [, code, body] = /^HTTP\/1\.0 (\d+)[^]*?\r\n\r\n([^]*)$/.exec(answer) ?? [];
    const length = Number(/content-length: *(\d+)/i.exec(answer)?.[1]);
    checks.check(`wire: ${what}`, Number(code) === status && pattern.test(body ?? '') && length === body.length, `${code} ${(body ?? answer).slice(0, 60)}`);
  }
  const answer = await exchange(player.port, post('(INFO)'));
  checks.check('wire: headers of an answer', /content-type: *text\/acl/i.test(answer) && /access-control-allow-origin/i.test(answer));
  await player.stop();
}

function exchange(port, bytes) {
  return new Promise((resolve) => {
    let text = '';
    const socket = net.connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (piece) => (text += piece));
    socket.on('error', () => {});
    socket.on('close', () => resolve(text));
    setTimeout(() => socket.destroy(), 8000).unref();
  });
}
