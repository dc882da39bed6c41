// `agon player` in front of strangers: who reaches it, whether idle connections lock others out, rules that are too much for it.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import net from 'node:net';
import { Checks } from '../lib/checks.mjs';
import { readOptions } from '../lib/options.mjs';
import { Rest, sleep } from '../lib/rest.mjs';
import { firstLine } from '../lib/server.mjs';

const kIdle = 70;
const kSymbols = 100, kArguments = 5;  // 10^10 legal moves
const options = readOptions('agon player among idle connections, with 10^10 legal moves, and with rules that it cannot play.', {});
const checks = new Checks(options.json);

const player = spawn(options.agon, ['player', '--port', '0', '--json', '--strategy', 'first-legal', '--matches', '4'], { stdio: ['ignore', 'pipe', 'ignore'] });
const { port } = JSON.parse(await firstLine(player));
player.stdout.on('data', () => {});  // what is not read would stop it
const rest = new Rest(`http://127.0.0.1:${port}`);
const ask = (message) => rest.post('/', message).catch((problem) => ({ status: 0, body: problem.message }));

// /proc/net/tcp: addresses and ports in hexadecimal, state 0A listens.
const listening = ['tcp', 'tcp6'].flatMap((file) => readFileSync(`/proc/net/${file}`, 'utf8').split('\n').slice(1))
  .map((line) => line.trim().split(/\s+/)).filter(([, local, , state]) => state === '0A' && local?.endsWith(`:${port.toString(16).toUpperCase().padStart(4, '0')}`));
checks.check('it listens on loopback alone', listening.length === 1 && listening[0][1].startsWith('0100007F:'), listening.map(([, local]) => local).join(' '));

const idle = [];
for (let i = 0; i < kIdle; i += 1) {
  const socket = net.connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.on('connect', () => i % 2 === 0 && socket.write('POST / HTTP/1.0\r\nContent-Length: 9\r\n\r\n(IN'));
  idle.push(socket);
}
await sleep(500);
const info = await ask('(INFO)');
checks.check(`${kIdle} idle connections keep nobody out`, info.body.includes('(status available)'), info.body.slice(0, 80));
for (const socket of idle) socket.destroy();

const numbers = Array.from({ length: kSymbols }, (_, i) => `(d ${i})`).join(' ');
const variables = Array.from({ length: kArguments }, (_, i) => `?x${i}`);
const conditions = variables.map((name) => `(d ${name})`).join(' ');
const frame = '(role a) (init (step 0)) (succ 0 1) (succ 1 2) (<= (next (step ?m)) (true (step ?n)) (succ ?n ?m)) (<= terminal (true (step 2))) (goal a 50)';
const kWide = {
  'in the rule of legal': `(<= (legal a (go ${variables.join(' ')})) ${conditions})`,
  'behind another relation': `(<= (tuple ${variables.join(' ')}) ${conditions}) (<= (legal a (go ${variables.join(' ')})) (tuple ${variables.join(' ')}) (not (true (step 7))))`,
};
const kClock = 4;
for (const [name, legal] of Object.entries(kWide)) {
  const id = `wide${Object.keys(kWide).indexOf(name)}`;
  const start = await ask(`(START ${id} a (${frame} ${numbers} ${legal}) 10 ${kClock})`);
  checks.check(`10^10 moves ${name}: ready`, start.body === 'ready', start.body.slice(0, 80));
  let last = 'NIL';
  for (let step = 0; step < 2; step += 1) {
    const began = performance.now();
    const { body: move } = await ask(`(PLAY ${id} ${last})`);
    const seconds = (performance.now() - began) / 1000;
    const legalMove = new RegExp(`^\\(go( \\d+){${kArguments}}\\)$`).test(move);
    checks.check(`10^10 moves ${name}: a legal move at step ${step} in time`, legalMove && seconds < kClock, `${move.slice(0, 40)} after ${seconds.toFixed(2)} s`);
    last = `(${move})`;
  }
  await ask(`(ABORT ${id})`);
}

const kUnplayable = {
  'unreadable rules': '(role a) (<= )',
  'rules without roles': '(init p)',
  'no such role': '(role b) (legal b go) (init p) (<= terminal (true q)) (goal b 0)',
  'no legal move': '(role a) (init (at 1)) (<= (legal a go) (true (at 2))) (<= terminal (true (at 3))) (goal a 0)',
  'terms without end': '(role a) (init p) (n 0) (<= (n (s ?x)) (n ?x)) (<= (legal a (go ?x)) (n ?x) (not (n ?x))) (<= terminal (true q)) (goal a 0)',
};
for (const [name, rules] of Object.entries(kUnplayable)) {
  const answer = await ask(`(START bad a (${rules}) 3 2)`);
  checks.check(`${name}: refused with words`, answer.status === 400 && /^\(error \S+ \S+/.test(answer.body), `${answer.status} ${answer.body.slice(0, 90)}`);
}
const after = await ask('(INFO)');
checks.check('it is available afterwards', after.body.includes('(status available)'), after.body.slice(0, 80));
player.kill();
process.exit(checks.finish());
