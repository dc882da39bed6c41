// An `agon player` as a process of its own, on a port that was free.
import { spawn } from 'node:child_process';
import { firstLine } from './server.mjs';

export class AgonPlayer {
  constructor(agon, args) {
    this.agon = agon;
    this.args = args;
  }

  async start() {
    this.process = spawn(this.agon, ['player', '--address', '127.0.0.1', '--port', '0', '--json', ...this.args], { stdio: ['ignore', 'pipe', 'ignore'] });
    this.process.stdout.on('data', () => {});  // what is not read would stop it
    this.port = JSON.parse(await firstLine(this.process)).port;
    return this;
  }

  stop() {
    const ended = new Promise((resolve) => this.process.once('exit', resolve));
    this.process.kill();
    return ended;
  }
}
