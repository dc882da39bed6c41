// Runs tasks in the order they came, a few at a time. A task that is called off while it waits never starts.

interface Waiting {
  start: () => void;
}

export class Limiter {
  private running = 0;
  private readonly queue: Waiting[] = [];

  constructor(private readonly atOnce: number) {}

  run<T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const entry: Waiting = {
        start: () => {
          signal?.removeEventListener("abort", callOff);
          this.running += 1;
          task()
            .then(resolve, reject)
            .finally(() => {
              this.running -= 1;
              this.next();
            });
        },
      };
      const callOff = () => {
        this.queue.splice(this.queue.indexOf(entry), 1);
        reject(new DOMException("Called off while waiting.", "AbortError"));
      };
      if (signal?.aborted) return reject(new DOMException("Called off before it waited.", "AbortError"));
      signal?.addEventListener("abort", callOff, { once: true });
      this.queue.push(entry);
      this.next();
    });
  }

  private next(): void {
    if (this.running < this.atOnce) this.queue.shift()?.start();
  }
}
