// Positions with 10^5 legal moves: views are short and counted, the moves come in pages and are found by prefix, and nobody waits.
import { Checks } from '../lib/checks.mjs';
import { readOptions } from '../lib/options.mjs';
import { person, matchOrder, Rest, until } from '../lib/rest.mjs';
import { Pulse } from '../lib/pulse.mjs';
import { Server } from '../lib/server.mjs';

const options = readOptions('Matches with very many legal moves.', { digits: [47, 'the cube of this is the number of legal moves'], matches: [4, 'of them'] });
const checks = new Checks(options.json);
const server = await new Server(options.agon).start();
const rest = new Rest(server.url);

const digits = Array.from({ length: options.digits }, (_, i) => `(digit d${i})`).join(' ');
const rules = `(role a) (role b) ${digits} (init (left 3)) (succ 0 1) (succ 1 2) (succ 2 3)
(<= (legal a (say ?x ?y ?z)) (digit ?x) (digit ?y) (digit ?z)) (legal b noop)
(<= (next (left ?m)) (true (left ?n)) (succ ?m ?n)) (<= terminal (true (left 0))) (goal a 100) (goal b 0)`;
const total = options.digits ** 3;
const made = [];
for (let i = 0; i < options.matches; i += 1) made.push(await rest.newMatch(matchOrder(undefined, [person('a'), person('b')], { rules: `${rules} ; ${i}`, play_clock: 0 })));
await until(async () => (await rest.get(`/api/matches/${made[0].id}`)).json.state === 'running', 20_000);

const pulse = new Pulse(rest).start();
const before = server.residentMiB();
const views = (await Promise.all(Array.from({ length: 40 }, (_, i) => rest.get(`/api/matches/${made[i % made.length].id}`))));
await pulse.stop();
const seen = views.filter((view) => view.status === 200);
checks.check('40 views at once are seen or refused with words', seen.length > 0 && views.every((view) => view.status === 200 || (view.status === 429 && view.json?.schema === 'agon.error/1')), `${seen.length} seen`);
checks.check('more than a client may have at a time are refused', seen.length < 40, seen.length);
checks.check('a view is short', seen.every((view) => view.body.length < 400_000), `${Math.max(...seen.map((view) => view.body.length))} bytes`);
const position = seen[0].json.position;
checks.check('it has the first moves and their number', position.legal[0].length === 1000 && position.legal_total?.[0] === total && position.legal_total[1] === 1, `${position.legal[0].length} of ${position.legal_total?.[0]}`);
checks.check('others were answered meanwhile', pulse.failures === 0 && pulse.slowest < 2000, `${pulse.slowest.toFixed(0)} ms`);
checks.check('little memory is held', server.residentMiB() - before < 128, `${(server.residentMiB() - before).toFixed(0)} MiB more`);

const path = `/api/matches/${made[0].id}/legal`;
const page = async (query) => (await rest.get(`${path}?${query}`)).json;
const first = await page('role=0&limit=10');
checks.check('a page', first?.schema === 'agon.legal_moves/1' && first.moves.length === 10 && first.total === total && first.step === 0);
const met = new Set();
for (let after = 0; after !== null;) {
  const next = await page(`role=0&prefix=${encodeURIComponent('say d7 d1')}&limit=500&after=${after}`);
  next?.moves?.forEach((move) => met.add(move.move));
  after = next?.next ?? null;
}
const wanted = options.digits * Array.from({ length: options.digits }, (_, i) => `d${i}`).filter((d) => d.startsWith('d1')).length;
checks.check('pages by prefix meet every move once', met.size === wanted, `${met.size} of ${wanted}`);
for (const [query, statuses] of [['', [400]], ['role=9', [400]], ['role=x', [400]], ['role=0&step=5', [409]], ['role=0&after=99999999', [200]], ['role=0&limit=99999999', [200]]]) {
  const answer = await rest.get(`${path}?${query}`);
  checks.check(`legal?${query}`, statuses.includes(answer.status), answer.status);
}
const last = `(say d${options.digits - 1} d${options.digits - 1} d${options.digits - 1})`;
const played = await rest.post(`/api/matches/${made[0].id}/moves`, { role: 0, step: 0, move: last }, { token: made[0].seats[0].token });
checks.check('a move that no view shows can be played', played.status === 200, played.status);
checks.check('and the match goes on', await until(async () => (await rest.get(`/api/matches/${made[0].id}`)).json.step === 1, 20_000));

checks.check('the server is alive', server.alive);
const code = checks.finish();
await server.remove();
process.exit(code);
