import { describe, expect, it } from "vitest";
import { Limiter } from "./limiter";

function gate() {
  let open!: () => void;
  const promise = new Promise<void>((resolve) => (open = resolve));
  return { promise, open };
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

describe("Limiter", () => {
  it("runs only so many tasks at once, in order", async () => {
    const limiter = new Limiter(2);
    const gates = [gate(), gate(), gate()];
    const started: number[] = [];
    const tasks = gates.map((one, index) =>
      limiter.run(() => {
        started.push(index);
        return one.promise;
      }),
    );
    expect(started).toEqual([0, 1]);
    gates[1]!.open();
    await tasks[1];
    await settle();
    expect(started).toEqual([0, 1, 2]);
  });

  it("goes on after a failure", async () => {
    const limiter = new Limiter(1);
    const first = limiter.run(() => Promise.reject(new Error("no")));
    const second = limiter.run(() => Promise.resolve("yes"));
    await expect(first).rejects.toThrow("no");
    await expect(second).resolves.toBe("yes");
  });

  it("never starts what was called off while it waited", async () => {
    const limiter = new Limiter(1);
    const busy = gate();
    const first = limiter.run(() => busy.promise);
    const controller = new AbortController();
    let started = false;
    const second = limiter.run(() => {
      started = true;
      return Promise.resolve();
    }, controller.signal);
    const third = limiter.run(() => Promise.resolve("third"));
    controller.abort();
    await expect(second).rejects.toMatchObject({ name: "AbortError" });
    busy.open();
    await first;
    await expect(third).resolves.toBe("third");
    expect(started).toBe(false);
  });
});
