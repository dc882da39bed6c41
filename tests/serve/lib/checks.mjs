// What a script has checked: one line each, and an exit code at the end.
export class Checks {
  constructor(json) {
    this.json = json;
    this.list = [];
  }

  check(name, good, detail = '') {
    this.list.push({ name, good: Boolean(good), detail: String(detail) });
    if (!this.json) console.log(`${good ? 'ok  ' : 'FAIL'}  ${name}${detail === '' ? '' : `  (${detail})`}`);
    return good;
  }

  get failed() { return this.list.filter((entry) => !entry.good).length; }

  // Prints the end and returns the exit code.
  finish(more = {}) {
    if (this.json) console.log(JSON.stringify({ ...more, checks: this.list, failed: this.failed }));
    else console.log(`${this.list.length} checks, ${this.failed} failed`);
    return this.failed === 0 ? 0 : 1;
  }
}

export function percentile(sorted, share) {
  return sorted.length === 0 ? 0 : sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}

export const mean = (values) => (values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length);
