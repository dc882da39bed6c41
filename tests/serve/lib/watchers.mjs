// Thousands of watchers for load tests: in this process (watcher.mjs), or in the lean generator of bench/watchers, which leaves the
// processors to the server. Both have the same face:
//   watchers.watch(slot, id)                       all watchers of a slot go to that match
//   on.step(id, number, moments, bytes?)           milliseconds since 1970 at which some of them saw a step
//   on.ended(slot, id, steps), on.problem(text)
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Watcher } from './watcher.mjs';

export const sinceEpoch = () => performance.timeOrigin + performance.now();

export class OwnWatchers {
  constructor(on) {
    this.on = on;
    this.slots = [];
  }

  async connect(url, count, slots) {
    this.slots = Array.from({ length: slots }, () => []);
    for (let w = 0; w < count; w += 1) {
      const watcher = await new Watcher(url, { step: (...step) => this.step(...step), ended: (one) => this.ended(one) }).connect();
      watcher.socket.on('close', () => this.on.problem('a watcher was cut off'));
      watcher.slot = w % slots;
      this.slots[watcher.slot].push(watcher);
    }
    return this;
  }

  watch(slot, id) { this.slots[slot].forEach((watcher) => watcher.watch(id)); }

  step(watcher, number, bytes) {
    if (watcher.skipped > 0 || watcher.doubled > 0) this.on.problem(`${watcher.skipped} steps skipped, ${watcher.doubled} told twice`);
    watcher.skipped = watcher.doubled = 0;
    this.on.step(watcher.match, number, [sinceEpoch()], watcher === this.slots[watcher.slot][0] ? bytes : undefined);
  }

  ended(watcher) {
    if (watcher === this.slots[watcher.slot][0]) this.on.ended(watcher.slot, watcher.match, watcher.expected);
  }

  cpuSeconds() { return 0; }  // is that of this process
  close() {}
}

export class LeanWatchers {
  constructor(on, program) {
    this.on = on;
    this.program = program;
  }

  connect(url, count, slots) {
    this.process = spawn(this.program, [new URL(url).port, String(count), String(slots)], { stdio: ['pipe', 'pipe', 'inherit'] });
    return new Promise((resolve, reject) => {
      this.process.once('error', reject);
      this.process.once('exit', (code) => reject(new Error(`the generator ended with ${code}`)));
      createInterface({ input: this.process.stdout }).on('line', (line) => {
        const [word, ...rest] = line.split(' ');
        if (word === 'step') this.on.step(rest[0], Number(rest[1]), rest.slice(2).map(Number));
        else if (word === 'ended') this.on.ended(Number(rest[0]), rest[1], Number(rest[2]));
        else if (word === 'ready') resolve(this);
        else this.on.problem(rest.join(' '));
      });
    });
  }

  watch(slot, id) { this.process.stdin.write(`watch ${slot} ${id}\n`); }

  cpuSeconds() {
    const stat = readFileSync(`/proc/${this.process.pid}/stat`, 'utf8').split(') ')[1].split(' ');
    return (Number(stat[11]) + Number(stat[12])) / 100;
  }

  close() { this.process.kill(); }
}
