// Plays a match through the interface, always in the same way: as everybody on every seat, in a plain order of the legal moves.
import { setTimeout } from "node:timers/promises";

const kStride = 7;
const kPause = 10;

async function ask(server, path, token) {
  const answer = await fetch(server.origin + path, { headers: token ? { Authorization: `Bearer ${token}` } : {} });
  if (!answer.ok) throw new Error(`GET ${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

async function say(server, path, token, body) {
  const headers = { "Content-Type": "application/json", Authorization: `Bearer ${token}` };
  const answer = await fetch(server.origin + path, { method: "POST", headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`POST ${path}: ${answer.status} ${await answer.text()}`);
}

/** Each seat sees the match with its own token only, so hidden information stays hidden from the others. */
async function seatViews(server, id, seats) {
  return Promise.all(seats.map(async ({ role, token }) => ({ role, token, view: await ask(server, `/api/matches/${id}`, token) })));
}

/** The views of all seats once they agree on a step from `step` on where somebody has a choice: single moves the server plays by itself. */
async function viewsFrom(server, id, seats, step) {
  for (;;) {
    const views = await seatViews(server, id, seats);
    const positions = views.map(({ view }) => view.position);
    const settled = positions.some(({ terminal }) => terminal) || views.some(({ view }) => view.viewer.some((role) => view.position.turn[role]));
    if (settled && positions.every((each) => each.step >= step && each.step === positions[0].step)) return views;
    await setTimeout(kPause);
  }
}

/** A match of `game` after at least `moves` steps. Returns its id and its seats with their tokens. */
export async function walk(server, game, moves) {
  const { roles } = await ask(server, `/api/games/${game}`);
  const people = roles.filter((role) => role !== "random").map((role) => ({ kind: "person", name: role }));
  const order = { game, seats: people, start_clock: 0, play_clock: 0, casual: true, scramble: false, show_thoughts: false, seed: 1 };
  const { id, seats } = await server.post("/api/matches", order);
  const held = seats.filter(({ token }) => token !== null);
  let views = await viewsFrom(server, id, held, 0);
  while (views[0].view.position.step < moves) {
    const { step, terminal } = views[0].view.position;
    if (terminal) throw new Error(`${game} is over after ${step} steps; ask for fewer than ${moves}.`);
    for (const { token, view } of views) {
      const [role] = view.viewer;
      const legal = view.position.legal[role];
      if (!view.position.turn[role]) continue;
      const { move } = legal[(kStride * step) % legal.length];
      await say(server, `/api/matches/${id}/moves`, token, { role, step, move });
    }
    views = await viewsFrom(server, id, held, step + 1);
  }
  return { id, seats: held, hidden: views[0].view.hidden };
}
