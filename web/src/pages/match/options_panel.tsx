// The legal moves of the seats of this page as a list to search: for moves that no click can say.
import { For, Show } from "solid-js";
import { MoveList, MoveSearch } from "../../board";
import { EmptyState } from "../../ui";
import type { Session } from "./session";
import { cutOff, rolesToMove } from "./state";

export function OptionsPanel(props: { session: Session; ref: (element: HTMLDivElement) => void }) {
  const roles = () => rolesToMove(props.session.state());
  return (
    <div class="stack" ref={props.ref}>
      <Show when={roles().length > 0} fallback={<EmptyState title="Nothing to choose now.">The legal moves appear when it is your turn.</EmptyState>}>
        <For each={roles()}>
          {(role) => (
            <div>
              <Show when={roles().length > 1}>
                <h3>{props.session.view().roles[role]}</h3>
              </Show>
              <Show
                when={cutOff(props.session.view().position, role)}
                fallback={
                  <MoveList
                    position={props.session.view().position}
                    role={role}
                    hint={props.session.view().hint}
                    disabled={props.session.sending()}
                    onMove={props.session.move}
                  />
                }
              >
                {(total) => (
                  <MoveSearch
                    role={role}
                    total={total()}
                    step={props.session.view().position.step}
                    search={(prefix, after) => props.session.searchMoves(role, prefix, after)}
                    hint={props.session.view().hint}
                    disabled={props.session.sending()}
                    onMove={props.session.move}
                  />
                )}
              </Show>
            </div>
          )}
        </For>
      </Show>
    </div>
  );
}
