// The sheet as a game: its board with the legal moves, played through by one person for all roles.

import { For, Show } from "solid-js";
import { GameView, prettyTerm } from "../../board";
import type { RulesPosition } from "../../api/types";
import { Badge, Button, EmptyState, ErrorState, Spinner } from "../../ui";
import { randomMove, stuckRoles, undecided } from "./joint_move";
import type { Playthrough } from "./playthrough";

export interface BoardPaneProps {
  play: Playthrough;
  /** The board belongs to an older text, because the present one has errors. */
  stale: boolean;
  /** What to say while there has been no playable sheet yet. */
  waiting: boolean;
}

const kChance = "random";

function Controls(props: { play: Playthrough; answer: RulesPosition }) {
  const open = () => undecided(props.play.choices());
  const chance = () => {
    const role = props.answer.roles.indexOf(kChance);
    return role >= 0 && open().includes(role) ? role : null;
  };
  const letChanceChoose = (role: number) => {
    const move = randomMove(props.answer.position, role);
    if (move !== null) props.play.play(role, move);
  };
  const forced = () => !props.answer.position.terminal && open().length === 0;
  const atStart = () => props.play.moves().length === 0;
  return (
    <div class="row">
      <Badge kind={props.answer.position.terminal ? "accent" : "plain"}>
        {props.answer.position.terminal ? `the end, after ${props.answer.position.step} steps` : `step ${props.answer.position.step}`}
      </Badge>
      <Button size="small" disabled={atStart()} onClick={() => props.play.back()}>
        Back
      </Button>
      <Button size="small" disabled={atStart()} onClick={() => props.play.restart()}>
        Restart
      </Button>
      <Show when={chance() !== null}>
        <Button size="small" onClick={() => letChanceChoose(chance()!)}>
          Let chance choose
        </Button>
      </Show>
      <Show when={forced()}>
        <Button size="small" variant="primary" onClick={() => props.play.goOn()}>
          Go on
        </Button>
        <span class="small muted">Nobody has a choice in this step.</span>
      </Show>
    </div>
  );
}

function Moves(props: { moves: readonly string[][]; roles: readonly string[] }) {
  return (
    <Show when={props.moves.length > 0}>
      <ol class="studio-moves small">
        <For each={props.moves}>
          {(joint) => <li>{joint.map((move, role) => `${props.roles[role] ?? ""}: ${prettyTerm(move)}`).join("; ")}</li>}
        </For>
      </ol>
    </Show>
  );
}

export function BoardPane(props: BoardPaneProps) {
  const stuck = (answer: RulesPosition) => stuckRoles(answer.position).map((role) => answer.roles[role]).join(", ");
  return (
    <Show when={!props.play.failure()} fallback={<ErrorState error={props.play.failure()} onRetry={props.play.retry} />}>
      <Show
        when={props.play.answer()}
        fallback={
          <Show
            when={props.waiting}
            fallback={<EmptyState title="There is no board yet.">It appears as soon as the sheet has no errors.</EmptyState>}
          >
            <Spinner label="Reading the rules" />
          </Show>
        }
      >
        {(answer) => (
          <div class="stack board-pane" classList={{ "board-pane--stale": props.stale }}>
            <Show when={props.stale}>
              <p class="small board-pane__note">The sheet has errors. This is the last version without any.</p>
            </Show>
            <Show when={props.play.setBack()}>
              <p class="small board-pane__note">The moves did not fit the changed rules, so the game is back at the start.</p>
            </Show>
            <div class="board-pane__board">
              <GameView
                structure={answer().structure}
                position={answer().position}
                roles={answer().roles}
                viewer={undecided(props.play.choices())}
                lastMoves={props.play.moves().at(-1)}
                hint={answer().hint}
                disabled={props.stale || props.play.busy()}
                onMove={props.play.play}
              />
            </div>
            <Show when={stuck(answer())}>
              {(roles) => (
                <p class="small board-pane__note" role="alert">
                  No legal move for {roles()}, and the game is not over: the rules need a legal move or an end here.
                </p>
              )}
            </Show>
            <Controls play={props.play} answer={answer()} />
            <Moves moves={props.play.moves()} roles={answer().roles} />
          </div>
        )}
      </Show>
    </Show>
  );
}
