// The real server for the stories: `agon serve` on a free port with a store of its own. It can be stopped, killed and started again on the
// same port and store, as an operator would.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";

const web = resolve(import.meta.dirname, "../../..");
const binary = resolve(web, process.env["AGON_BINARY"] ?? "../build/release/agon");
const library = process.env["AGON_GAMES"] ?? resolve(web, "../games");

export class Server {
  #folder;
  #child = null;
  #said = "";
  #port = 0;
  #more = [];

  static async open(more = []) {
    const server = new Server();
    server.#more = more;
    server.#folder = await mkdtemp(join(tmpdir(), "agon-e2e-"));
    await server.start();
    return server;
  }

  get port() {
    return this.#port;
  }

  get origin() {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Resolves when the server answers; after the first time on the port it had. */
  async start() {
    const words = ["serve", "--port", String(this.#port), "--store", join(this.#folder, "store.db"), "--web", join(web, "dist"), "--quiet", "--json", ...this.#more];
    this.#child = spawn(binary, words, { env: { ...process.env, AGON_GAMES: library }, stdio: ["ignore", "pipe", "pipe"] });
    this.#child.stderr.on("data", (text) => (this.#said += text));
    const gone = once(this.#child, "exit").then(([code, signal]) => {
      throw new Error(`agon serve ended with ${code ?? signal} before it was ready:\n${this.#said}`);
    });
    const line = await Promise.race([once(createInterface(this.#child.stdout), "line"), gone]);
    gone.catch(() => {});
    this.#port = JSON.parse(line[0]).port;
  }

  /** Sends the signal and resolves with the exit code when the process is gone; null after a kill. */
  async stop(signal = "SIGTERM") {
    const exit = once(this.#child, "exit");
    this.#child.kill(signal);
    const [code] = await exit;
    this.#child = null;
    return code;
  }

  async close() {
    if (this.#child) await this.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }

  async post(path, body, token) {
    const headers = { "Content-Type": "application/json", ...(token && { Authorization: `Bearer ${token}` }) };
    const answer = await fetch(this.origin + path, { method: "POST", body: JSON.stringify(body), headers });
    if (!answer.ok) throw new Error(`POST ${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  }
}
