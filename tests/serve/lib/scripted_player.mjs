// Both seats of any number of matches, played at random but legally, each move a while after it was asked for. It outlives the
// server: questions that are asked again get the same answer.
import { gameOfRole } from './games.mjs';
import { parseMessage, PlayerPort, reply } from './player_port.mjs';

export class ScriptedPlayer {
  // delay(): milliseconds of thought of the mover; onMove(id, step): its answer was just written; onStop(id, steps).
  constructor({ delay, onMove = () => {}, onStop = () => {} }) {
    this.delay = delay;
    this.onMove = onMove;
    this.onStop = onStop;
    this.matches = new Map();
    this.ports = [0, 1].map((seat) => new PlayerPort((text, socket) => this.answer(seat, text, socket)));
  }

  async listen() {
    await Promise.all(this.ports.map((port) => port.listen()));
    return this;
  }

  close() { this.ports.forEach((port) => port.close()); }

  answer(seat, text, socket) {
    const message = parseMessage(text);
    if (message.kind === 'START') return this.start(message, socket);
    const match = this.matches.get(message.id);
    if (match === undefined) return reply(socket, 'busy');
    if (message.kind === 'PLAY') return this.play(seat, match, message, socket);
    if (message.kind === 'STOP') this.follow(match, message.joint);
    if (!match.stopped) this.onStop(message.id, match.step);
    match.stopped = true;
    // The other seat is told too, and perhaps again after a restart.
    setTimeout(() => this.matches.delete(message.id), 60_000).unref();
    reply(socket, 'done');
  }

  start({ id, role }, socket) {
    if (!this.matches.has(id)) {
      const game = gameOfRole(role);
      this.matches.set(id, { game, state: game.initial(), step: 0, last: null, chosen: null, stopped: false });
    }
    reply(socket, 'ready');
  }

  // No joint move comes twice in a row in these games, so one that does is a question asked again.
  follow(match, joint) {
    if (joint === null || joint.join() === match.last) return;
    match.game.apply(match.state, joint);
    match.last = joint.join();
    match.step += 1;
    match.chosen = null;
  }

  play(seat, match, { id, joint }, socket) {
    this.follow(match, joint);
    const step = match.step;
    if (step % 2 !== seat) return reply(socket, 'noop');
    if (match.chosen === null) {
      const legal = match.game.legal(match.state, seat);
      match.chosen = legal[Math.floor(Math.random() * legal.length)];
    }
    const move = match.chosen;
    setTimeout(() => {
      reply(socket, move);
      this.onMove(id, step);
    }, this.delay());
  }
}
