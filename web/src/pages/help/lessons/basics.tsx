// Lessons 1 to 3: what a game is, facts and rules, the state.

import { Example } from "../example";
import type { Lesson } from "../lesson";
import chest from "../sheets/chest.kif?raw";
import house from "../sheets/house.kif?raw";
import lamp from "../sheets/lamp.kif?raw";

export const game: Lesson = {
  slug: "games",
  title: "What a game is",
  summary: "States, roles, moves, and a sheet that says it all.",
  body: () => (
    <>
      <p>
        A game begins in a <b>state</b>. In every step each <b>role</b> makes one of its <b>legal moves</b>, all at the same time, and these
        moves together lead to the next state. Some states are <b>terminal</b>: there the game ends, and every role gets a <b>goal</b>{" "}
        value from 0 to 100. That is all, and it fits chess as well as poker, puzzles and auctions. In games where players take turns, those
        who are not on turn have one legal move, which does nothing.
      </p>
      <p>
        The Game Description Language, GDL, writes this down with logic. A state is a set of <b>fluents</b>: the things that are true at the
        moment, and may change. A sheet answers six questions: who plays (<code>role</code>), what is true at the start (<code>init</code>),
        which moves are allowed (<code>legal</code>), what is true afterwards (<code>next</code>), when it is over (<code>terminal</code>) and
        what it was worth (<code>goal</code>).
      </p>
      <Example title="The smallest game: one lamp" sheet={lamp} />
      <p>
        Everything is written in prefix form: <code>(lamp off)</code> is the term made of the name <code>lamp</code> and the argument{" "}
        <code>off</code>. A semicolon starts a comment. Upper and lower case do not matter.
      </p>
    </>
  ),
};

const kRule = `(<= (way ?from ?to)
  (door ?from ?to))`;

export const rules: Lesson = {
  slug: "rules",
  title: "Facts, rules and variables",
  summary: "How things follow from other things, and why variables must be safe.",
  body: () => (
    <>
      <p>
        A <b>fact</b> is a list such as <code>(door hall kitchen)</code>: it always holds. A <b>rule</b> says when something holds:
      </p>
      <pre>{kRule}</pre>
      <p>
        The part behind the arrow is the <b>head</b>, the rest are its <b>conditions</b>. Read it as: there is a way from{" "}
        <code>?from</code> to <code>?to</code> if there is a door between them. Words with a question mark are <b>variables</b>; the rule
        holds for all values that make the conditions true. Variables belong to their rule only: <code>?to</code> in two rules is two
        variables. Several rules may have the same head, and one that applies is enough. What follows from no fact and no rule is false.
      </p>
      <Example title="A house with doors" sheet={house} />
      <p>
        Every variable has to get its values from somewhere: from a condition that is not negated and is no <code>distinct</code>. Otherwise
        the rule would hold for everything there is. Rules that keep to this are called <b>safe</b>, and the checker reports those that do
        not as <code>unsafe-variable</code>. Try it: take the condition <code>(way ?from ?to)</code> out of the rule for <code>legal</code> and
        run the sheet.
      </p>
      <p>
        Two more conditions are built in. <code>(distinct ?a ?b)</code> holds if its terms differ, and{" "}
        <code>{"(or (door ?a ?b) (door ?b ?a))"}</code> if one of its parts holds.
      </p>
    </>
  ),
};

export const state: Lesson = {
  slug: "state",
  title: "The state: init, true, next",
  summary: "What holds at the start, what is asked now, what holds afterwards.",
  body: () => (
    <>
      <p>Three words connect rules and states, each with a fluent as its argument:</p>
      <ul>
        <li>
          <code>(init F)</code> puts F into the first state. It stands in facts and heads only.
        </li>
        <li>
          <code>(true F)</code> asks whether F holds now. It stands in conditions only.
        </li>
        <li>
          <code>(next F)</code> puts F into the following state. It stands in heads only.
        </li>
      </ul>
      <p>
        The next state is <b>exactly</b> what the rules for <code>next</code> give. Nothing stays by itself: a fluent that no rule keeps is
        gone after one step. So most sheets need two kinds of rules for a fluent, one for how it comes about and one for why it stays (a <b>frame axiom</b>).
        Forgetting the second is the most common mistake of all.
      </p>
      <Example title="A thief, a chest and a coin" sheet={chest} />
      <p>
        Run it and open the lid: the coin has vanished. <code>(next (inside coin))</code> follows from nothing. (The checker notices something
        too: random matches never end.)
      </p>
    </>
  ),
};
