// Clocks of the server on a machine whose own clock may be wrong. A message about a clock that has just started tells the difference; the
// smallest one seen comes from the fastest message and is closest to the truth.

export class Skew {
  private smallest: number | null = null;

  /** A clock that started at `since` (server time) was reported at `received` (own time), right after it started. */
  observe(since: number, received: number): void {
    const difference = received - since;
    this.smallest = this.smallest === null ? difference : Math.min(this.smallest, difference);
  }

  /** Server time for a moment of own time. */
  serverTime(own: number): number {
    return own - (this.smallest ?? 0);
  }
}

/** Minutes and seconds that are left; never negative. */
export function countdown(until: number, now: number): string {
  const seconds = Math.max(0, Math.ceil((until - now) / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
