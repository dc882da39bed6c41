// A stand-in for `agon serve`: docs/api.md for one game, in memory, without clocks. Machines take the first free cell after a moment.
import * as game from "./tictactoe.mjs";

const summary = {
  name: "tictactoe",
  title: "Tic-Tac-Toe",
  summary: "Three marks in a row on a 3x3 board: the smallest game everybody knows.",
  dialect: "gdl",
  roles: game.roles,
  players: 2,
  hidden: false,
  playable: true,
  tags: ["board", "two-player", "turn-taking", "classic"],
  mean_length: 7.6,
  value: [50, 50],
};

const rules = "(role xplayer)\n(role oplayer)\n; the mock knows no more of the sheet\n";

const details = {
  description: "Two players mark the cells of a 3x3 board in turn.\n\nThree own marks in a row win.",
  rules,
  rules_id: "mock",
  value_source: "exhaustive search",
  perft: [9, 72, 504, 3024],
  structure: game.structure,
  position: game.position(game.start()),
  hint: null,
  problem: "",
};

const info = {
  schema: "agon.info/1",
  version: "mock",
  admin_needed: false,
  limits: { rules_bytes: 1e6, body_bytes: 1e6, matches_per_client: 10, seats: 8 },
  strategies: [
    { text: "random", title: "Random", summary: "Any legal move." },
    { text: "auto", title: "Automatic", summary: "Picks a search for the game." },
  ],
  remote_players: [],
};

const failure = (status, code, message, hint = "") => ({ status, body: { schema: "agon.error/1", code, message, hint, diagnostics: [] } });

/** Others to fill the gallery with: the same drawing under other names. */
function library(extra) {
  const others = Array.from({ length: extra }, (_, index) => ({ ...summary, name: `other-${index}`, title: `Other game ${index}`, players: 1 + (index % 4) }));
  return [summary, ...others];
}

export class MockServer {
  constructor({ extraGames = 0, thinks = 150 } = {}) {
    this.thinks = thinks; // milliseconds
    this.games = library(extraGames);
    this.matches = new Map();
    this.clients = new Set();
    this.requests = [];
  }

  /** Answers a REST request. */
  request(method, address, body, token) {
    const url = new URL(address, "http://mock");
    const words = url.pathname.split("/").slice(2).map(decodeURIComponent);
    this.requests.push(`${method} ${url.pathname}`);
    const [what, id, part, step] = words;
    if (what === "info") return { status: 200, body: info };
    if (what === "games" && !id) return { status: 200, body: { schema: "agon.games/1", games: this.games } };
    if (what === "games") return this.game(id);
    if (what === "matches" && !id && method === "POST") return this.create(body);
    if (what === "matches" && !id) return this.list(url.searchParams.get("state") ?? "live,ended");
    const match = this.matches.get(id);
    if (what !== "matches" || !match) return failure(404, "unknown-match", "There is no such match.", "It may have been removed.");
    if (!part) return { status: 200, body: { schema: "agon.match_view/1", ...this.view(match, [token]) } };
    if (part === "positions") return { status: 200, body: game.position(match.states[Number(step)]) };
    if (part === "abort") return this.end(match, "aborted", "ended by a player");
    if (part === "takeback") return this.takeBack(match);
    return failure(404, "unknown-request", "The mock does not know this request.");
  }

  game(name) {
    const found = this.games.find((one) => one.name === name);
    return found ? { status: 200, body: { schema: "agon.game_view/1", ...found, ...details } } : failure(404, "unknown-game", `There is no game called '${name}'.`, "Did you mean tictactoe?");
  }

  list(states) {
    const wanted = states.split(",");
    const all = [...this.matches.values()].reverse().filter((match) => wanted.includes(match.state === "running" ? "live" : "ended"));
    return { status: 200, body: { schema: "agon.matches/1", matches: all.map((match) => this.summary(match)), more: false } };
  }

  create(request) {
    const id = `m${this.matches.size + 1}`;
    const tokens = request.seats.map((seat, role) => (seat.kind === "person" ? `${id}-seat${role}` : null));
    const match = { id, request, tokens, states: [game.start()], history: [], state: "running", end: "", goals: null, created: Date.now(), ended: null };
    this.matches.set(id, match);
    this.think(match);
    return { status: 201, body: { schema: "agon.match_created/1", id, owner: `${id}-owner`, seats: game.roles.map((role, index) => ({ role, token: tokens[index] })) } };
  }

  summary(match) {
    return {
      id: match.id,
      game: "tictactoe",
      title: summary.title,
      roles: game.roles,
      seats: match.request.seats.map((seat, role) => ({
        role: game.roles[role],
        kind: seat.kind,
        name: seat.name ?? seat.strategy ?? "",
        connected: true,
        faults: 0,
      })),
      state: match.state,
      step: match.history.length,
      goals: match.goals,
      end: match.end,
      created_at: match.created,
      ended_at: match.ended,
      watchers: 0,
      casual: match.request.casual,
      show_thoughts: match.request.show_thoughts,
      start_clock: 0,
      play_clock: 0,
      hidden: false,
      scrambled: false,
    };
  }

  view(match, tokens) {
    const viewer = match.tokens.flatMap((token, role) => (token !== null && tokens.includes(token) ? [role] : []));
    return {
      ...this.summary(match),
      rules_id: "mock",
      rules,
      structure: game.structure,
      hint: null,
      viewer,
      history: match.history,
      position: game.position(match.states.at(-1)),
      clock: this.clock(match),
    };
  }

  clock(match) {
    const mover = match.history.length % 2;
    return match.state === "running" ? { waiting: game.roles.map((_, role) => role === mover), since: Date.now(), until: null } : null;
  }

  /** A WebSocket: `send` takes our texts, the returned function theirs. */
  connect(send) {
    const client = { send: (message) => send(JSON.stringify(message)), matches: new Set() };
    this.clients.add(client);
    return {
      receive: (text) => this.receive(client, JSON.parse(text)),
      close: () => this.clients.delete(client),
    };
  }

  receive(client, message) {
    const match = this.matches.get(message.match);
    if (message.type === "ping") client.send({ type: "pong" });
    if (message.type === "unwatch") client.matches.delete(message.match);
    if (message.type === "watch" && match) {
      client.matches.add(match.id);
      client.send({ type: "match", match: match.id, view: this.view(match, message.tokens) });
    }
    if (message.type === "move" && match) this.move(client, match, message);
  }

  move(client, match, { token, role, step, move }) {
    const fits = match.tokens[role] === token && step === match.history.length && game.freeMoves(match.states.at(-1)).includes(move);
    if (!fits) return client.send({ type: "refused", match: match.id, error: failure(0, "illegal-move", "This move is not legal now.").body });
    client.send({ type: "accepted", match: match.id, role, step, move });
    this.step(match, move);
  }

  step(match, move) {
    const step = match.history.length;
    const history = {
      step,
      moves: game.roles.map((_, role) => (role === step % 2 ? move : "noop")),
      percepts: game.roles.map(() => []),
      faults: [],
      values: game.roles.map((_, role) => (role === step % 2 && match.request.seats[role].kind === "strategy" ? 50 + step : null)),
      at: Date.now(),
    };
    match.history.push(history);
    match.states.push(game.play(match.states.at(-1), move));
    const position = game.position(match.states.at(-1));
    if (position.terminal) Object.assign(match, { state: "ended", goals: position.goals, end: "the rules say so", ended: Date.now() });
    this.tell(match, { type: "step", match: match.id, history, position, clock: this.clock(match) });
    if (position.terminal) this.tell(match, { type: "ended", match: match.id, state: "ended", goals: match.goals, end: match.end, ended_at: match.ended });
    else this.think(match);
  }

  think(match) {
    const step = match.history.length;
    const role = step % 2;
    if (match.request.seats[role].kind !== "strategy") return;
    setTimeout(() => {
      if (match.state !== "running" || match.history.length !== step) return;
      const moves = game.freeMoves(match.states.at(-1));
      if (match.request.show_thoughts) this.tell(match, { type: "thought", match: match.id, role, step, thought: this.thought(role, moves) });
      this.step(match, moves[0]);
    }, this.thinks);
  }

  thought(role, moves) {
    const value = role === 0 ? [55, 45] : [45, 55];
    return {
      moves: moves.map((move, index) => ({ move, visits: 900 - 90 * index, value: 55 - index, low: 0, high: 100 })),
      value,
      low: [0, 0],
      high: [100, 100],
      line: moves.slice(0, 3).map((move, index) => game.roles.map((_, other) => ((role + index) % 2 === other ? move : "noop"))),
      iterations: 5000,
      states: 40000,
      nodes: 1200,
      depth: 7,
      seconds: this.thinks / 1000,
      note: "",
      final: true,
    };
  }

  takeBack(match) {
    // One's own last move and the answers to it.
    const steps = Math.max(0, match.history.length - 2);
    match.history.length = steps;
    match.states.length = steps + 1;
    this.tell(match, { type: "takeback", match: match.id, history: match.history, position: game.position(match.states.at(-1)), clock: this.clock(match) });
    return { status: 200, body: { schema: "agon.accepted/1" } };
  }

  end(match, state, end) {
    Object.assign(match, { state, end, ended: Date.now() });
    this.tell(match, { type: "ended", match: match.id, state, goals: null, end, ended_at: match.ended });
    return { status: 200, body: { schema: "agon.accepted/1" } };
  }

  tell(match, message) {
    for (const client of this.clients) if (client.matches.has(match.id)) client.send(message);
  }

  /** Cuts all connections, as a server that is restarted. */
  cut() {
    this.clients.clear();
  }
}
