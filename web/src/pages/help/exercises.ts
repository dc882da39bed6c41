// The exercises of the course, by lesson: plain data, so that tests can mark them without a page.

import type { Exercise } from "./exercise";
import chest from "./sheets/chest.kif?raw";
import chestSolution from "./sheets/chest_solution.kif?raw";
import crown from "./sheets/crown.kif?raw";
import crownSolution from "./sheets/crown_solution.kif?raw";
import fingers from "./sheets/fingers.kif?raw";
import fingersSolution from "./sheets/fingers_solution.kif?raw";
import house from "./sheets/house.kif?raw";
import houseSolution from "./sheets/house_solution.kif?raw";
import jump from "./sheets/jump.kif?raw";
import jumpSolution from "./sheets/jump_solution.kif?raw";
import lamp from "./sheets/lamp.kif?raw";
import lampSolution from "./sheets/lamp_solution.kif?raw";
import mistakes from "./sheets/mistakes.kif?raw";
import mistakesSolution from "./sheets/mistakes_solution.kif?raw";
import nim from "./sheets/nim.kif?raw";
import nimSolution from "./sheets/nim_solution.kif?raw";
import strip from "./sheets/strip.kif?raw";
import stripSolution from "./sheets/strip_solution.kif?raw";
import tower from "./sheets/tower.kif?raw";
import towerSolution from "./sheets/tower_solution.kif?raw";
import urn from "./sheets/urn.kif?raw";
import urnSolution from "./sheets/urn_solution.kif?raw";

export const kExercises: Readonly<Record<string, Exercise>> = {
  games: {
    task: "Give the player a third move, sleep, during which the lamp stays off.",
    start: lamp,
    solution: lampSolution,
    probes: [
      { says: "At the start the player may press, wait or sleep.", moves: [], expect: { legal: [{ role: "player", includes: ["press", "wait", "sleep"] }] } },
      { says: "After sleeping the lamp is off.", moves: [["sleep"]], expect: { fluents: { includes: ["(lamp off)"], excludes: ["(lamp on)"] } } },
      { says: "After pressing the game is won.", moves: [["press"]], expect: { terminal: true, goals: [100] } },
    ],
  },
  rules: {
    task: "The doors of this house open in one direction only. Make them work in both, with one more rule and without new facts.",
    start: house,
    solution: houseSolution,
    probes: [
      { says: "From the kitchen one can go back to the hall.", moves: [["(go kitchen)"]], expect: { legal: [{ role: "walker", includes: ["(go hall)"], excludes: ["(go attic)"] }] } },
      { says: "From the library there are ways to the hall and to the attic.", moves: [["(go library)"]], expect: { legal: [{ role: "walker", includes: ["(go hall)", "(go attic)"], excludes: ["(go library)"] }] } },
    ],
  },
  state: {
    task: "Keep the coin in the chest until the thief grabs it.",
    start: chest,
    solution: chestSolution,
    probes: [
      { says: "After opening the lid the coin is inside.", moves: [["open"]], expect: { fluents: { includes: ["(inside coin)", "(lid open)"] } } },
      { says: "It survives any number of steps.", moves: [["open"], ["close"], ["open"]], expect: { fluents: { includes: ["(inside coin)"] }, legal: [{ role: "thief", includes: ["grab"] }] } },
      { says: "Once grabbed it is no longer inside.", moves: [["open"], ["grab"]], expect: { terminal: true, goals: [100], fluents: { excludes: ["(inside coin)"] } } },
    ],
  },
  moves: {
    task: "Let the player on turn pass instead of taking a cell.",
    start: strip,
    solution: stripSolution,
    probes: [
      { says: "Red may pass at the start, or take a cell.", moves: [], expect: { legal: [{ role: "red", includes: ["pass", "(take 1)"] }, { role: "blue", includes: ["noop"], excludes: ["pass"] }] } },
      { says: "Then it is blue's turn, and all cells are free.", moves: [["pass", "noop"]], expect: { legal: [{ role: "blue", includes: ["pass", "(take 1)", "(take 5)"] }, { role: "red", excludes: ["pass"] }] } },
    ],
  },
  end: {
    task: "If nobody has taken the crown at the end, both kings get 50.",
    start: crown,
    solution: crownSolution,
    probes: [
      { says: "Nobody takes it: 50 for both.", moves: [["leave", "noop"], ["noop", "leave"], ["leave", "noop"], ["noop", "leave"]], expect: { terminal: true, goals: [50, 50] } },
      { says: "South takes it in the end: 100 for south.", moves: [["leave", "noop"], ["noop", "leave"], ["leave", "noop"], ["noop", "take"]], expect: { terminal: true, goals: [0, 100] } },
    ],
  },
  "whole-game": {
    task: "Make it possible to take 3 stones.",
    start: nim,
    solution: nimSolution,
    probes: [
      { says: "At the start one, two or three stones may be taken.", moves: [], expect: { legal: [{ role: "first", includes: ["(take 1)", "(take 2)", "(take 3)"], excludes: ["(take 4)"] }] } },
      { says: "Three stones fewer are left afterwards.", moves: [["(take 3)", "noop"]], expect: { fluents: { includes: ["(stones 7)"] } } },
      { says: "With one stone left, one is all that can be taken.", moves: [["(take 3)", "noop"], ["noop", "(take 3)"], ["(take 3)", "noop"]], expect: { legal: [{ role: "second", includes: ["(take 1)"], excludes: ["(take 2)", "(take 3)"] }] } },
    ],
  },
  logic: {
    task: "The frog can jump to the next stone only. Complete the relation ahead, by recursion, so that it can jump to any stone ahead of it.",
    start: jump,
    solution: jumpSolution,
    probes: [
      { says: "From the first stone it can reach all others.", moves: [], expect: { legal: [{ role: "frog", includes: ["(jump 2)", "(jump 3)", "(jump 4)", "(jump 5)"], excludes: ["(jump 1)"] }] } },
      { says: "From stone 3 only 4 and 5 are ahead.", moves: [["(jump 3)"]], expect: { legal: [{ role: "frog", includes: ["(jump 4)", "(jump 5)"], excludes: ["(jump 1)", "(jump 2)", "(jump 3)"] }] } },
    ],
  },
  simultaneous: {
    task: "Let both players show three fingers as well.",
    start: fingers,
    solution: fingersSolution,
    probes: [
      { says: "Both may show three fingers.", moves: [], expect: { legal: [{ role: "even", includes: ["(show 3)"] }, { role: "odd", includes: ["(show 3)"] }] } },
      { says: "Three and two is odd.", moves: [["(show 3)", "(show 2)"]], expect: { terminal: true, goals: [0, 100] } },
      { says: "Three and one is even.", moves: [["(show 3)", "(show 1)"]], expect: { terminal: true, goals: [100, 0] } },
      { says: "Three and three is even.", moves: [["(show 3)", "(show 3)"]], expect: { terminal: true, goals: [100, 0] } },
    ],
  },
  hidden: {
    task: "Red is more likely than white. Add one ball so that the chances are even.",
    start: urn,
    solution: urnSolution,
    probes: [
      { says: "There are four balls to draw.", moves: [], expect: { legal: [{ role: "random", includes: ["(draw 1)", "(draw 2)", "(draw 3)", "(draw 4)"] }] } },
      { says: "The new one is white.", moves: [["noop", "(draw 4)"]], expect: { fluents: { includes: ["(drawn white)"] } } },
      { says: "Guessing white is then right.", moves: [["noop", "(draw 4)"], ["(guess white)", "noop"]], expect: { terminal: true, goals: [100] } },
    ],
  },
  drawing: {
    task: "The floors of this house are drawn in the order of the alphabet. Add facts that say which floor is above which: cellar, parlour, attic.",
    start: tower,
    solution: towerSolution,
    probes: [
      { says: "The floors are drawn from the cellar to the attic.", moves: [], expect: { axis: ["cellar", "parlour", "attic"] } },
      { says: "All nine windows can still be washed.", moves: [], expect: { legal: [{ role: "washer", includes: ["(wash 1 cellar)", "(wash 2 parlour)", "(wash 3 attic)"] }] } },
    ],
  },
  style: {
    task: "The hare and the tortoise run a race, in a sheet with four mistakes. Repair it until nothing is left to report.",
    start: mistakes,
    solution: mistakesSolution,
    clean: true,
    probes: [
      { says: "After three steps of running both have arrived: a tie.", moves: [["run", "run"], ["run", "run"], ["run", "run"]], expect: { terminal: true, goals: [50, 50] } },
      { says: "A hare that sleeps stays where it is.", moves: [["sleep", "run"]], expect: { fluents: { includes: ["(at hare 0)", "(at tortoise 1)"] }, terminal: false } },
      { says: "And loses.", moves: [["sleep", "run"], ["run", "run"], ["run", "run"]], expect: { terminal: true, goals: [0, 100] } },
    ],
  },
};
