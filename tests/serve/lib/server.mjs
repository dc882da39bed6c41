// One `agon serve` under test, in a folder of its own: started, killed, started again on the same port and store, and measured through /proc.
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve as resolvePath } from 'node:path';

const kGames = process.env.AGON_GAMES ?? new URL('../../../games', import.meta.url).pathname;
const kTicksPerSecond = 100;  // of /proc/PID/stat, on every Linux that matters

export class Server {
  constructor(agon, args = []) {
    this.agon = resolvePath(agon);
    this.args = args;
    this.folder = mkdtempSync(join(tmpdir(), 'agon-serve-'));
    this.port = 0;
    this.log = '';
  }

  // Resolves when it answers; the second start takes the port of the first.
  async start() {
    const args = ['serve', '--port', String(this.port), '--store', join(this.folder, 'matches.db'), '--json', '--quiet', ...this.args];
    this.process = spawn(this.agon, args, { cwd: this.folder, env: { ...process.env, AGON_GAMES: resolvePath(kGames) }, stdio: ['ignore', 'pipe', 'pipe'] });
    this.exit = new Promise((resolve) => this.process.once('exit', (code, signal) => resolve({ code, signal })));
    this.exited = null;
    this.exit.then((how) => (this.exited = how));
    this.process.stderr.on('data', (text) => (this.log = (this.log + text).slice(-20_000)));
    const line = await firstLine(this.process, () => this.log);
    this.port = JSON.parse(line).port;
    return this;
  }

  get url() { return `http://127.0.0.1:${this.port}`; }
  get pid() { return this.process.pid; }
  get alive() { return this.exited === null; }

  async stop(signal = 'SIGTERM') {
    if (this.alive) this.process.kill(signal);
    return this.exit;
  }

  async remove() {
    await this.stop('SIGKILL');
    rmSync(this.folder, { recursive: true, force: true });
  }

  residentMiB() {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${this.pid}/status`, 'utf8'))[1]) / 1024;
  }

  // With the processes that it has started.
  treeMiB() {
    const parents = new Map();
    const resident = new Map();
    for (const name of readdirSync('/proc')) {
      if (!/^\d+$/.test(name)) continue;
      try {
        const status = readFileSync(`/proc/${name}/status`, 'utf8');
        parents.set(Number(name), Number(/PPid:\s+(\d+)/.exec(status)[1]));
        resident.set(Number(name), Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
      } catch { /* it has just ended */ }
    }
    let sum = 0;
    for (const [pid, mib] of resident) {
      let above = pid;
      while (above > 1 && above !== this.pid) above = parents.get(above) ?? 0;
      if (above === this.pid) sum += mib;
    }
    return sum;
  }

  cpuSeconds() {
    const stat = readFileSync(`/proc/${this.pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');  // from the third field on
    return (Number(fields[11]) + Number(fields[12])) / kTicksPerSecond;
  }
}

// The first line on the standard output of a child, or an error with what it said instead.
export function firstLine(child, log = () => '') {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (piece) => {
      text += piece;
      const end = text.indexOf('\n');
      if (end >= 0) resolve(text.slice(0, end));
    });
    child.once('exit', (code, signal) => reject(new Error(`ended with ${code ?? signal} before it was ready: ${log()}`)));
    child.once('error', reject);
  });
}
