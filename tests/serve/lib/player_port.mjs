// A port on which a scripted player listens: takes messages of the manager protocol and leaves the answer, and every sin in it, to
// its owner.
import net from 'node:net';

// on(body, socket, head): the text of the message, and the lines above it.
export class PlayerPort {
  constructor(on) {
    this.on = on;
    this.sockets = new Set();
    this.server = net.createServer((socket) => this.serve(socket));
  }

  listen() {
    return new Promise((resolve) => this.server.listen({ port: 0, host: '127.0.0.1', backlog: 2048 }, () => {
      this.port = this.server.address().port;
      resolve(this);
    }));
  }

  serve(socket) {
    this.sockets.add(socket);
    socket.on('close', () => this.sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    let text = '';
    const read = (piece) => {
      text += piece.toString('latin1');
      const end = text.indexOf('\r\n\r\n');
      if (end < 0) return;
      const length = Number(/content-length:\s*(\d+)/i.exec(text)?.[1] ?? 0);
      if (text.length < end + 4 + length) return;
      socket.off('data', read);
      socket.resume();
      this.on(text.slice(end + 4, end + 4 + length), socket, text.slice(0, end + 4));
    };
    socket.on('data', read);
  }

  // Nobody is there any more, in the middle of whatever was said.
  close() {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
  }
}

export function reply(socket, text) {
  socket.end(`HTTP/1.0 200 OK\r\nContent-Type: text/acl\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
}

// { kind, id, role } of START, { kind, id, joint } of PLAY and STOP; joint is null for NIL.
export function parseMessage(text) {
  const [, kind, id] = /^\s*\(\s*(\w+)\s+(\S+?)[\s)]/.exec(text) ?? [];
  if (kind === undefined) return { kind: 'UNKNOWN' };
  const rest = text.slice(text.indexOf(id) + id.length);
  if (kind.toUpperCase() === 'START') return { kind: 'START', id, role: /^\s*(\S+)/.exec(rest)[1] };
  const moves = rest.match(/\([^()]+\)|[^\s()]+/g) ?? [];
  return { kind: kind.toUpperCase(), id, joint: moves.length === 0 || /^nil$/i.test(moves[0]) ? null : moves };
}
