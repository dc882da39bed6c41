// A watcher of one match at a time, cheap enough for thousands: it reads the little it needs by searching bytes.
import { createRequire } from 'node:module';

const require = createRequire(new URL('../../../web/package.json', import.meta.url));
export const { WebSocket } = require('ws');

// Messages begin with their type and their match, which is all that most of them are read for.
const kHead = /^\{"type":"(\w+)","match":"(\w+)"/;
const kNoFaults = Buffer.from('"faults":[]'), kStepKey = Buffer.from('"step":');

export class Watcher {
  // on: { step(watcher, number, bytes), match?(watcher, view), ended(watcher) }
  constructor(url, on) {
    this.url = url.replace('http', 'ws') + '/api/live';
    this.on = on;
    this.match = null;
    this.expected = null;  // the next step, once the match is known
    this.skipped = 0;
    this.doubled = 0;
  }

  connect() {
    return new Promise((resolve, reject) => {
      this.socket = new WebSocket(this.url, { perMessageDeflate: false, skipUTF8Validation: true });
      this.socket.on('open', () => resolve(this));
      this.socket.on('error', reject);
      this.socket.on('message', (bytes) => this.read(bytes));
    });
  }

  watch(id) {
    if (this.match !== null) this.say({ type: 'unwatch', match: this.match });
    this.match = id;
    this.expected = null;
    this.say({ type: 'watch', match: id, tokens: [] });
  }

  say(message) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  read(bytes) {
    const [, type, match] = kHead.exec(bytes.latin1Slice(0, 80)) ?? [];
    if (match !== this.match) return;  // of the match before
    if (type === 'step') this.readStep(bytes);
    else if (type === 'match') this.readMatch(bytes);
    else if (type === 'ended' && this.expected !== null) this.on.ended(this);  // else the view to come says so
  }

  readStep(bytes) {
    if (this.expected === null) return;  // the whole view is still to come, and has this step in it
    const number = numberAfter(bytes, kStepKey);
    if (number > this.expected) this.skipped += number - this.expected;
    if (number < this.expected) this.doubled += 1;
    this.expected = Math.max(this.expected, number + 1);
    this.on.step(this, number, bytes);
  }

  readMatch(bytes) {
    const { view } = JSON.parse(bytes);
    this.expected = view.history.length;
    this.on.match?.(this, view);
    if (view.state === 'ended' || view.state === 'aborted') this.on.ended(this);
  }
}

export const hasFaults = (bytes) => !bytes.includes(kNoFaults);

function numberAfter(bytes, key) {
  let at = bytes.indexOf(key) + key.length;
  let number = 0;
  for (; bytes[at] >= 48 && bytes[at] <= 57; at += 1) number = number * 10 + bytes[at] - 48;
  return number;
}
