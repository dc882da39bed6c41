// Asks the server a small question four times a second, all the time, and remembers the slowest answer.
import { sleep } from './rest.mjs';

export class Pulse {
  constructor(rest) {
    this.rest = rest;
    this.slowest = 0;
    this.count = 0;
    this.failures = 0;
    this.running = true;
  }

  start() {
    this.loop = this.run();
    return this;
  }

  async run() {
    while (this.running) {
      const began = performance.now();
      const answer = await this.rest.get('/api/info', { timeout: 10_000 }).catch(() => null);
      if (answer?.status !== 200) this.failures += 1;
      this.slowest = Math.max(this.slowest, performance.now() - began);
      this.count += 1;
      await sleep(250);
    }
  }

  stop() {
    this.running = false;
    return this.loop;
  }
}
