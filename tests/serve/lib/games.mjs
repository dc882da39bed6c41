// Three board games of the library, small enough to be played by hand: what is legal, and what a joint move does. Ends are the
// server's business; a player is never asked behind them.
const range = (n) => Array.from({ length: n }, (_, i) => i + 1);

// The mover's move within a joint move; the other one says noop.
const moved = (joint) => joint.find((move) => move !== 'noop');
const numbers = (move) => move.match(/\d+/g).map(Number);

const ticTacToe = {
  name: 'tictactoe',
  initial: () => new Set(range(3).flatMap((x) => range(3).map((y) => `(mark ${x} ${y})`))),
  legal: (open) => [...open],
  apply: (open, joint) => open.delete(moved(joint)),
};

const connectFour = {
  name: 'connectfour',
  initial: () => new Array(8).fill(0),
  legal: (heights) => heights.flatMap((height, column) => (height < 6 ? [`(drop ${column + 1})`] : [])),
  apply: (heights, joint) => (heights[numbers(moved(joint))[0] - 1] += 1),
};

const breakthrough = {
  name: 'breakthrough',
  initial: () => new Map(range(8).flatMap((x) => [[x * 10 + 1, 0], [x * 10 + 2, 0], [x * 10 + 7, 1], [x * 10 + 8, 1]])),
  legal(pawns, seat) {
    const moves = [];
    for (const [cell, owner] of pawns) {
      if (owner !== seat) continue;
      const x = Math.floor(cell / 10), y = cell % 10, ahead = y + (seat === 0 ? 1 : -1);
      for (const to of [x - 1, x, x + 1]) {
        const there = pawns.get(to * 10 + ahead);
        if (to >= 1 && to <= 8 && there !== seat && (to !== x || there === undefined)) moves.push(`(move ${x} ${y} ${to} ${ahead})`);
      }
    }
    return moves;
  },
  apply(pawns, joint) {
    const [x, y, to, ahead] = numbers(moved(joint));
    pawns.set(to * 10 + ahead, pawns.get(x * 10 + y));
    pawns.delete(x * 10 + y);
  },
};

export const kGames = [ticTacToe, connectFour, breakthrough];
const byRole = { xplayer: ticTacToe, oplayer: ticTacToe, red: connectFour, yellow: connectFour, white: breakthrough, black: breakthrough };
export const gameOfRole = (role) => byRole[role.toLowerCase()];
