// A line to the server that can be cut: every connection through it breaks, and new ones are refused, until it is mended.
import { once } from "node:events";
import { connect, createServer } from "node:net";

export class Line {
  #target;
  #gate;
  #open = new Set();
  #whole = true;

  static async to(port) {
    const line = new Line();
    line.#target = port;
    line.#gate = createServer((socket) => line.#join(socket)).listen(0, "127.0.0.1");
    await once(line.#gate, "listening");
    return line;
  }

  get origin() {
    return `http://127.0.0.1:${this.#gate.address().port}`;
  }

  #join(near) {
    if (!this.#whole) return near.resetAndDestroy();
    const far = connect(this.#target, "127.0.0.1");
    for (const [one, other] of [[near, far], [far, near]]) {
      this.#open.add(one);
      one.pipe(other);
      // Either end may vanish; the other one goes with it.
      one.on("error", () => other.destroy());
      one.on("close", () => {
        this.#open.delete(one);
        other.destroy();
      });
    }
  }

  cut() {
    this.#whole = false;
    for (const socket of this.#open) socket.resetAndDestroy();
  }

  mend() {
    this.#whole = true;
  }

  async close() {
    this.cut();
    this.#gate.close();
    await once(this.#gate, "close");
  }
}
