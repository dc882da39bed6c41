// Requests to the server, with as little between the test and the wire as possible.
import http from 'node:http';

const agent = new http.Agent({ keepAlive: true, maxSockets: 256 });

export class Rest {
  // `from`: the address of the client, any of 127.0.0.0/8, where the server tells clients apart by their addresses.
  constructor(url, from = undefined) {
    this.url = url;
    this.from = from;
  }

  // Resolves to { status, body, json }; rejects when there was no answer at all.
  ask(method, path, { body, token, headers = {}, timeout = 30_000 } = {}) {
    const text = body === undefined ? undefined : typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
    return new Promise((resolve, reject) => {
      const all = { ...(token ? { Authorization: `Bearer ${token}` } : {}), ...(text !== undefined ? { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) } : {}), ...headers };
      const request = http.request(this.url + path, { method, agent, headers: all, timeout, localAddress: this.from }, (response) => {
        const pieces = [];
        response.on('data', (piece) => pieces.push(piece));
        response.on('error', reject);
        response.on('end', () => resolve(answer(response.statusCode, Buffer.concat(pieces).toString())));
      });
      request.on('timeout', () => request.destroy(new Error(`no answer after ${timeout} ms`)));
      request.on('error', reject);
      request.end(text);
    });
  }

  get(path, options) { return this.ask('GET', path, options); }
  post(path, body, options) { return this.ask('POST', path, { ...options, body }); }

  // A match that must be accepted.
  async newMatch(order) {
    const made = await this.post('/api/matches', order);
    if (made.status !== 201) throw new Error(`POST /api/matches: ${made.status} ${made.body.slice(0, 300)}`);
    return made.json;
  }
}

function answer(status, body) {
  let json = null;
  try {
    json = JSON.parse(body);
  } catch { /* not every answer is JSON */ }
  return { status, body, json };
}

export const matchOrder = (game, seats, more = {}) => ({
  game, seats, start_clock: 10, play_clock: 10, casual: false, scramble: false, show_thoughts: false, ...more,
});
export const remote = (name, port) => ({ kind: 'remote', name, url: `127.0.0.1:${port}` });
export const person = (name) => ({ kind: 'person', name });
export const strategy = (text) => ({ kind: 'strategy', name: text, strategy: text });
export const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

// Waits until `ready` says so; false when the time is over first.
export async function until(ready, milliseconds, pause = 100) {
  const end = Date.now() + milliseconds;
  for (;;) {
    if (await ready()) return true;
    if (Date.now() > end) return false;
    await sleep(pause);
  }
}
