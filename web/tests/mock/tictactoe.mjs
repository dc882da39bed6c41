// Tic-tac-toe as the server tells it: positions with scene and legal moves, for tests of the pages without a server.
import { readFileSync } from "node:fs";

export const structure = JSON.parse(readFileSync(new URL("./tictactoe.structure.json", import.meta.url), "utf8"));
export const roles = ["xplayer", "oplayer"];

const kMarks = ["x", "o"];
const kLines = [
  [0, 1, 2],
  [3, 4, 5],
  [6, 7, 8],
  [0, 3, 6],
  [1, 4, 7],
  [2, 5, 8],
  [0, 4, 8],
  [2, 4, 6],
];

const cellName = (cell) => `${Math.floor(cell / 3) + 1} ${(cell % 3) + 1}`;
export const moveOf = (cell) => `(mark ${cellName(cell)})`;

/** Cells are numbered as in the structure; `cells` holds x, o or blank. */
export const start = () => ({ cells: Array(9).fill("blank"), step: 0 });

export function play(state, move) {
  const cell = state.cells.findIndex((_, index) => moveOf(index) === move);
  const cells = state.cells.map((mark, index) => (index === cell ? kMarks[state.step % 2] : mark));
  return { cells, step: state.step + 1 };
}

export function goals(state) {
  for (const [a, b, c] of kLines) {
    const mark = state.cells[a];
    if (mark !== "blank" && mark === state.cells[b] && mark === state.cells[c]) return mark === "x" ? [100, 0] : [0, 100];
  }
  return state.cells.includes("blank") ? null : [50, 50];
}

export function freeMoves(state) {
  return state.cells.flatMap((mark, cell) => (mark === "blank" ? [moveOf(cell)] : []));
}

export function position(state) {
  const terminal = goals(state) !== null;
  const mover = state.step % 2;
  const marks = state.cells.flatMap((mark, cell) =>
    mark === "blank" ? [{ move: moveOf(cell), pattern: 0, touches: [{ board: 0, cells: [cell] }], choices: [] }] : [],
  );
  const wait = [{ move: "noop", pattern: 1, touches: [], choices: [] }];
  return {
    schema: "agon.position/1",
    step: state.step,
    fluents: [...state.cells.map((mark, cell) => `(cell ${cellName(cell)} ${mark})`), `(control ${roles[mover]})`],
    knowledge: "everything",
    scene: {
      schema: "agon.scene/1",
      boards: [state.cells.map((content, cell) => ({ cell, items: [{ fluent: cell, family: 0, content }] }))],
      counters: [],
      hands: [],
      controls: [[{ fluent: 9, role: roles[mover] }]],
      tables: [],
      rest: [],
    },
    terminal,
    goals: goals(state),
    legal: roles.map((_, role) => (terminal ? null : role === mover ? marks : wait)),
    turn: roles.map((_, role) => !terminal && role === mover),
  };
}
