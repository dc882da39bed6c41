// Lessons 4 to 6: moves, the end, and a whole game.

import { Example } from "../example";
import type { Lesson } from "../lesson";
import crown from "../sheets/crown.kif?raw";
import nim from "../sheets/nim.kif?raw";
import strip from "../sheets/strip.kif?raw";

export const moves: Lesson = {
  slug: "moves",
  title: "Moves: legal and does",
  summary: "Who may do what, and taking turns.",
  body: () => (
    <>
      <p>
        <code>(legal R M)</code> says that role R may make the move M in the present state. <code>(does R M)</code> says that it makes it in
        this step. The rules define <code>legal</code>, the players decide <code>does</code>: it stands in conditions only, and only where the
        next state or a percept is worked out. Whether a move is legal can never depend on what others do in the same step.
      </p>
      <p>
        Every role needs at least one legal move in every state that is not terminal. In games with turns a fluent such as{" "}
        <code>(control red)</code> says whose turn it is; the others have the move <code>noop</code>, no operation. Agon recognises this
        pattern and makes that move by itself.
      </p>
      <Example title="Taking cells in turn" sheet={strip} />
      <p>
        Look at <code>taken</code>: one must not write <code>{"(not (does ?player (take ?c)))"}</code> in the rule that keeps a cell, because{" "}
        <code>?player</code> would get no value. “Nobody takes it” is the negation of “somebody takes it”, and that needs a name of its own.
      </p>
    </>
  ),
};

export const end: Lesson = {
  slug: "end",
  title: "The end: terminal and goal",
  summary: "When a game is over, and what everybody gets.",
  body: () => (
    <>
      <p>
        <code>terminal</code> has no arguments; it holds in the states where the game is over. <code>(goal R N)</code> says what a state is
        worth to R, with N from 0 to 100. In terminal states every role must have <b>exactly one</b> goal value. Elsewhere goals are allowed and
        not needed.
      </p>
      <p>
        Goals need not add up to 100. Both players may win, in a puzzle there is only one, and 50 for everybody is the usual way to say draw. A
        game should also come to an end whatever the players do; a counter of steps is the simple way to make sure of that.
      </p>
      <Example title="The crown" sheet={crown} />
      <p>
        Run it: the checker plays a few random matches and finds a terminal state without goals (<code>no-goal-value</code>). Which one?
      </p>
    </>
  ),
};

export const whole: Lesson = {
  slug: "whole-game",
  title: "A whole game",
  summary: "Ten stones, two players, and a little arithmetic.",
  body: () => (
    <>
      <p>
        GDL has no numbers. <code>3</code> is a name like any other until facts say what follows what: <code>(succ 2 3)</code>. Everything else
        can be built from that. The relation <code>(minus ?n ?k ?rest)</code> below counts down <code>?k</code> times; where there is no
        number left, it does not hold, and so nobody can take more stones than there are.
      </p>
      <Example title="Ten Stones" sheet={nim} />
      <p>
        The layout is worth copying: a head with the roles, fluents and moves, then start, legal moves, effects, end and goals. In the{" "}
        <b>Studio</b> you can count positions, look at random matches and play against the machine. Who wins this game if both play well?
      </p>
    </>
  ),
};
