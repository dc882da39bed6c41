// Lessons 7 to 9: negation and recursion, simultaneous moves, chance and hidden information.

import { Example } from "../example";
import type { Lesson } from "../lesson";
import fingers from "../sheets/fingers.kif?raw";
import islands from "../sheets/islands.kif?raw";
import urn from "../sheets/urn.kif?raw";

const kLiar = `(<= liar
  (not liar))`;

export const logic: Lesson = {
  slug: "logic",
  title: "Negation and recursion",
  summary: "What cannot be derived, and relations that use themselves.",
  body: () => (
    <>
      <p>
        <code>(not C)</code> holds if the condition C <b>cannot be derived</b> (negation as failure). It says nothing about what is unknown: everything there is
        to know is in the sheet and the state. Variables inside <code>not</code> need their values from elsewhere, so “there is no walk” is
        said by naming what a walk is and negating that.
      </p>
      <p>
        A rule may use its own relation. That is how one says “any number of times”: a walk is a bridge, or a bridge and then a walk.
      </p>
      <Example title="Bridges between islands" sheet={islands} />
      <p>Two things are forbidden, because they have no clear meaning. A relation may not depend on its own negation:</p>
      <pre>{kLiar}</pre>
      <p>
        The checker calls this <code>negative-cycle</code>. And a recursion must not build larger and larger terms without end (
        <code>unrestricted-recursion</code>); over a fixed set of names, as here, it always comes to an end.
      </p>
    </>
  ),
};

export const simultaneous: Lesson = {
  slug: "simultaneous",
  title: "Simultaneous moves",
  summary: "Everybody moves in every step; taking turns is the special case.",
  body: () => (
    <>
      <p>
        In GDL all roles always move at once. A game in which several roles have a real choice in the same step needs nothing new: the
        rules for <code>next</code> look at several <code>does</code> conditions together.
      </p>
      <Example title="Odd or even" sheet={fingers} />
      <p>
        When you try it here you choose for both, one after the other; the step is made when the joint move is complete. In a match nobody
        sees the others' moves before that. Such games have no best move in general: what counts is to be unpredictable.
      </p>
      <p>
        Think about collisions when you write one: what if both enter the same cell? Every combination of legal moves must lead to a state
        that makes sense.
      </p>
    </>
  ),
};

export const hidden: Lesson = {
  slug: "hidden",
  title: "Chance and hidden information",
  summary: "GDL-II: the role random, and what players see.",
  body: () => (
    <>
      <p>Two words extend GDL to dice and cards; the language is then called GDL-II.</p>
      <ul>
        <li>
          The role <code>random</code> is chance. It makes each of its legal moves with the same probability, and needs no goal. For unequal
          odds give it several moves with the same effect.
        </li>
        <li>
          <code>(sees R P)</code> says that role R perceives P after this step. It may look at the state before the step and at the moves made
          in it.
        </li>
      </ul>
      <p>
        In a sheet with <code>sees</code> a player knows the rules, its own moves and its percepts, and <b>nothing else</b>: neither the
        moves of the others nor the state. What is to be public has to be seen by everybody. And a player must be able to work out its own
        legal moves, and whether the game is over, from what it has seen; otherwise it could not play by the rules.
      </p>
      <Example title="Red or white" sheet={urn} />
      <p>
        On this page you see everything, as the author of a game does. In a match the page shows each player what that player knows for
        certain. In the example the guesser learns the colour one step too late to be of use: <code>sees</code> looks at the step in which the
        guess is made.
      </p>
    </>
  ),
};
