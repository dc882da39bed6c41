// Help for players: clicks, keys, links, and what a match can do.

import { A } from "@solidjs/router";

export function HowToPlay() {
  return (
    <>
      <h2>Start</h2>
      <p>
        Pick a game on the <A href="/">first page</A>, read what it is about, and choose who sits where: you, a friend by link, or a strategy of
        the machine. Without clocks you may think as long as you like. A match is <b>casual</b> if moves may be taken back.
      </p>

      <h2>Move</h2>
      <p>
        Cells that can be clicked are marked. Some moves need one click, others two: first the piece, then where it goes. Where that is not enough,
        the remaining choices appear as words to pick from. Moves that belong to no board stand beside it as buttons, and the tab{" "}
        <b>Options</b> lists every legal move with a search. If you play several seats, you are asked for one after the other.
      </p>
      <table>
        <tbody>
          <tr>
            <th scope="row">
              <kbd>←</kbd> <kbd>→</kbd>
            </th>
            <td>one step back or forward through the match; on a board that has the focus, to the next cell</td>
          </tr>
          <tr>
            <th scope="row">
              <kbd>Home</kbd> <kbd>End</kbd>
            </th>
            <td>to the start of the match, and back to now</td>
          </tr>
          <tr>
            <th scope="row">
              <kbd>Enter</kbd> <kbd>Space</kbd>
            </th>
            <td>click the cell that has the focus</td>
          </tr>
          <tr>
            <th scope="row">
              <kbd>Esc</kbd>
            </th>
            <td>cancel an unfinished move</td>
          </tr>
          <tr>
            <th scope="row">
              <kbd>/</kbd>
            </th>
            <td>search the legal moves</td>
          </tr>
        </tbody>
      </table>

      <h2>Take back and give up</h2>
      <p>
        In a casual match <b>Take back</b> returns to your last decision; moves of the machine since then are taken back with it. <b>Give up</b>{" "}
        ends the match for everybody, without a result.
      </p>

      <h2>Links</h2>
      <p>
        The seat of another person has a link of its own. Whoever opens it plays that seat, so give it to the right person; the secret part
        stands behind the <code>#</code> and never reaches a server's log. Your own seats are remembered by this browser. The link to{" "}
        <b>watch</b> is for everybody and gives no right to move. Ended matches keep their address, can be stepped through, and
        downloaded as a record that replays on its own.
      </p>

      <h2>What the machine thinks</h2>
      <p>
        If a match shows thoughts, the tab <b>Thinking</b> lists the moves that a strategy considers: how often each was tried, what it is worth
        (0 to 100, for the player on turn) and how sure that is. A value whose bounds meet is proven.
      </p>

      <h2>Hidden information</h2>
      <p>
        In games such as poker the page shows a seat what it knows for certain, and the tab <b>Seen</b> what it perceived. Those who watch see no
        more than is public until the match has ended.
      </p>

      <h2>Late and illegal moves</h2>
      <p>
        With clocks, a player that does not answer in time has a random legal move played for it; so has one whose answer is illegal. Both are
        recorded and shown beside the move.
      </p>
    </>
  );
}
