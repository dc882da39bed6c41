// Lessons 10 and 11: how a board is drawn, and good style.

import { Example } from "../example";
import type { Lesson } from "../lesson";
import king from "../sheets/king.kif?raw";

export const drawing: Lesson = {
  slug: "drawing",
  title: "How Agon draws a board",
  summary: "What it looks for in the rules, and how to help it.",
  body: () => (
    <>
      <p>
        No drawing comes with a sheet. Agon looks at the rules and at short random play and finds out what a person would draw. Names hardly
        matter: they decide between readings that fit equally well, and which way up a board stands.
      </p>
      <ul>
        <li>
          A fluent such as <code>(cell 2 3 white)</code>, two arguments that run through values with an order and a third that is the content, is a
          board. One ordered argument makes a line; amounts on it make piles. Coordinates written together, as in <code>b4</code>, work too.
        </li>
        <li>
          The content that moves put things on and leave behind, such as <code>blank</code>, is an empty cell.
        </li>
        <li>
          The order of values comes from numbers, from relations such as <code>(succ 1 2)</code>, and at last from the alphabet.
        </li>
        <li>A fluent with a role and nothing else tells whose turn it is. Numbers that count steps are a clock, others are counters.</li>
        <li>Something that a role has, such as <code>(holds alice 4)</code>, is drawn as a hand, hidden from those who do not see it.</li>
        <li>
          If the arguments of a move are coordinates of a board, the move is made by clicking these cells, in their order. Everything else is
          chosen from words. What fits nowhere is listed as it is.
        </li>
      </ul>
      <Example title="Two clicks make a move" sheet={king} />
      <p>
        So: give a board one fluent with its coordinates as separate arguments, use the same coordinates in moves, and say the order of names
        that are no numbers. Beside a sheet of the library there can be a file with hints for titles, names, colours and symbols.
      </p>
    </>
  ),
};

const kMistakes: readonly { code: string; says: string }[] = [
  { code: "unsafe-variable", says: "A variable gets its value from no positive condition. Often a misspelled variable, or a missing (role ?player)." },
  { code: "negation-only-variable", says: "A variable stands in one negation only. Name what there is, and negate that." },
  { code: "depends-on-does", says: "legal, terminal or goal looks at moves. Keep what was done in a fluent and ask for that." },
  { code: "undefined-relation", says: "Nothing defines this condition, so it never holds. Usually a misspelled name." },
  { code: "move-never-legal", says: "A rule depends on a move that no rule for legal allows." },
  { code: "fluent-never-made", says: "A rule asks for a fluent that neither init nor next ever makes true." },
  { code: "no-legal-move", says: "In random play a role had no legal move before the end. Add noop, or make the state terminal." },
  { code: "no-goal-value", says: "A match ended and a role had no goal. Cover all ways to end." },
  { code: "several-goal-values", says: "A match ended and a role had two goals. Make the conditions exclude each other." },
  { code: "maybe-endless", says: "No random match came to an end. A step counter helps." },
];

export const style: Lesson = {
  slug: "style",
  title: "Good style and common mistakes",
  summary: "What the checker says, and what it means.",
  body: () => (
    <>
      <p>A sheet is read more often than it is written. What has proved itself:</p>
      <ul>
        <li>Begin with a comment: what the game is, and its roles, fluents and moves with their arguments.</li>
        <li>Keep the order start, legal moves, effects, end and goals; one rule, one thought; conditions indented by two.</li>
        <li>
          Let names say what things are: <code>?winner</code> rather than <code>?x</code>, <code>opponent</code> rather than <code>opp</code>.
        </li>
        <li>
          Put conditions that narrow things down first, and use <code>or</code> sparingly: two rules are easier to read.
        </li>
        <li>
          Say what exists with small relations such as <code>(index 1)</code>, and let every game end.
        </li>
      </ul>
      <p>
        While you type in the Studio, and with <code>agon check</code> on the command line, a sheet is read for mistakes and played a few times at
        random. Errors break a rule of the language; warnings are places that almost certainly do something else than was meant; notes are
        worth a look. The most frequent:
      </p>
      <div class="scroll-x">
        <table>
          <tbody>
            {kMistakes.map((mistake) => (
              <tr>
                <th scope="row">
                  <code>{mistake.code}</code>
                </th>
                <td>{mistake.says}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  ),
};
