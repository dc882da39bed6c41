// What strangers try, one attack at a time. Nothing here waits for ever, and every loop has a bound.
import { request } from 'node:http';
import net from 'node:net';
import { kSheets, kSlowSheets } from './hostile_sheets.mjs';
import { matchOrder, person, Rest, sleep, strategy } from './rest.mjs';
import { WebSocket } from './watcher.mjs';

// Its state doubles with every step.
const kGrowing = `(role robot) (init (s 0)) (<= (legal robot go) (role robot)) (<= (next (s (f ?x))) (true (s ?x))) (<= (next (s (g ?x))) (true (s ?x)))
(<= (goal robot 50) (role robot)) (<= terminal (true (never)))`;
const kQuestions = ['check', 'position', 'walk', 'statistics', 'perft'];

const kFrom = '127.0.0.66';  // not the address of the people who play

// By name. `random` gives numbers between 0 and 1.
export function attacksOn(server, random) {
  const rest = new Rest(server.url, kFrom);
  const one = (list) => list[Math.floor(random() * list.length)];
  const anySheet = () => one(Object.values({ ...kSheets, ...kSlowSheets }));
  const ask = (question, more = {}) => rest.post(`/api/rules/${question}`, { text: kGrowing, moves: [], seed: 1, max_steps: 50, playouts: 1000, seconds: 3, depth: 6, ...more }, { timeout: 40_000 });
  const connections = (count) => Array.from({ length: count }, () => net.connect({ port: server.port, host: '127.0.0.1', localAddress: kFrom }).on('error', () => {}));
  const liveMatches = async () => (await rest.get('/api/matches?state=live')).json?.matches ?? [];
  const abort = async (made, milliseconds) => {
    await sleep(milliseconds);
    if (made.status === 201) await rest.post(`/api/matches/${made.json.id}/abort`, {}, { token: made.json.owner });
  };

  return {
    async rules() {
      await ask(one(kQuestions), { text: anySheet() });
    },
    async growing_state() { await ask('walk', { max_steps: 20 }); },
    async growing_match() {
      const made = await rest.post('/api/matches', matchOrder(undefined, [strategy('random')], { rules: kGrowing, start_clock: 1, play_clock: 1 }), { timeout: 40_000 });
      await abort(made, 3000);
    },
    async leaving() {
      for (let i = 0; i < 6; i += 1) {
        const body = JSON.stringify({ text: anySheet(), max_steps: 50, seed: i });
        const asked = request(`${server.url}/api/rules/walk`, { method: 'POST', localAddress: kFrom, headers: { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) } });
        asked.on('error', () => {});
        asked.end(body);
        await sleep(100);
        asked.destroy();
      }
    },
    async many_keys() { await rest.post('/api/matches', `{${Array.from({ length: 60_000 }, (_, i) => `"k${i}":1`).join(',')}}`, { timeout: 20_000 }); },
    async deep_json() { await rest.post('/api/records', '['.repeat(100_000), { timeout: 20_000 }); },
    async faulty_rules() { await rest.post('/api/rules/check', { text: '(<= (p ?x) (q ?y) (not (r ?z)))\n'.repeat(30_000).slice(0, 960_000) }, { timeout: 40_000 }); },
    async half_bodies() {
      const sockets = connections(30);
      sockets.forEach((socket) => socket.write(`POST /api/rules/check HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 4000000\r\n\r\n${'x'.repeat(500_000)}`));
      await sleep(1500);
      sockets.forEach((socket) => socket.destroy());
    },
    async idle_connections() {
      const sockets = connections(300);
      await sleep(1500);
      sockets.forEach((socket) => socket.destroy());
    },
    async watch_loop() {
      const listed = await liveMatches();
      if (listed.length === 0) return;
      const socket = new WebSocket(`${server.url.replace('http', 'ws')}/api/live`, { localAddress: kFrom });
      socket.on('error', () => {});
      await new Promise((resolve) => { socket.on('open', resolve); socket.on('close', resolve); });
      for (let i = 0; i < 400 && socket.readyState === WebSocket.OPEN; i += 1) {
        socket.send(JSON.stringify({ type: 'watch', match: listed[i % listed.length].id, tokens: [] }));
        socket.send(JSON.stringify({ type: 'unwatch', match: listed[i % listed.length].id }));
      }
      await sleep(1500);
      socket.terminate();
    },
    async strange_moves() {
      const [first] = await liveMatches();
      if (!first) return;
      for (const role of [-1, 4294967296, 1e300, '0', null])
        await rest.post(`/api/matches/${first.id}/moves`, { role, step: 0, move: 'noop' }, { token: 'x'.repeat(26) });
    },
    async records() { await rest.post('/api/records', JSON.stringify({ schema: 'agon.match/1', rules: kGrowing, steps: Array.from({ length: 2000 }, () => ({ moves: ['go'] })) }), { timeout: 40_000 }); },
    async own_players() {
      const made = await rest.post('/api/matches', matchOrder('tictactoe', [person('eve'), strategy('mcts(time=0.2s)')], { play_clock: 0 }), { timeout: 20_000 });
      await abort(made, 2000);
    },
  };
}
