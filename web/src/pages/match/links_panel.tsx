// Links for the seats that are meant for other people. Who opens one takes the seat.
import { For, Show } from "solid-js";
import { seatLink } from "../../matches/seats";
import { CopyButton } from "../../ui";
import type { Session } from "./session";
import { isLive } from "./state";

export function LinksPanel(props: { session: Session }) {
  const view = () => props.session.view();
  const links = () =>
    props.session.kept.seats.filter((seat) => !seat.mine).map((seat) => ({ role: seat.role, link: seatLink(location.origin, view().id, seat.token) }));
  const here = (role: string) => view().seats.some((seat) => seat.role === role && seat.connected);
  return (
    <Show when={isLive(view()) && links().length > 0}>
      <section class="card match-links" aria-labelledby="links">
        <h2 id="links">Invite</h2>
        <p class="small muted">Send each link to one person: it is the key to the seat.</p>
        <For each={links()}>
          {(entry) => (
            <div class="match-links__row">
              <label>
                <span class="small">
                  {entry.role}
                  {here(entry.role) ? ", is here" : ""}
                </span>
                <input class="control" readOnly value={entry.link} onFocus={(event) => event.currentTarget.select()} />
              </label>
              <CopyButton text={entry.link} size="normal" />
            </div>
          )}
        </For>
      </section>
    </Show>
  );
}
