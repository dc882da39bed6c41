// The course, in the order in which it is read.

import type { Lesson } from "../lesson";
import { game, rules, state } from "./basics";
import { drawing, style } from "./craft";
import { hidden, logic, simultaneous } from "./logic";
import { end, moves, whole } from "./play";

export const kLessons: readonly Lesson[] = [game, rules, state, moves, end, whole, logic, simultaneous, hidden, drawing, style];
