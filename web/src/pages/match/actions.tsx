// What can be done with a match: take back, give up, share, download.
import { createSignal, Show } from "solid-js";
import { api } from "../../api/client";
import { Button, ButtonLink, CopyButton, Dialog } from "../../ui";
import type { Session } from "./session";
import { isLive } from "./state";

export function Actions(props: { session: Session }) {
  const view = () => props.session.view();
  const [asking, setAsking] = createSignal(false);
  const live = () => isLive(view());
  const plays = () => view().viewer.length > 0;
  const mayEnd = () => live() && (plays() || props.session.kept.owner !== null);
  const seated = () => props.session.kept.seats.some((seat) => seat.mine);

  // The link shows what is seen here: the match, and of an ended one the position.
  function link(): string {
    const step = props.session.cursor();
    return `${location.origin}/watch/${encodeURIComponent(view().id)}${step === null ? "" : `?step=${step}`}`;
  }

  function end() {
    setAsking(false);
    void props.session.abort();
  }

  return (
    <>
      <Show when={live() && view().casual && plays()}>
        <Button size="small" disabled={view().position.step === 0} onClick={() => void props.session.takeBack()}>
          Take back
        </Button>
      </Show>
      <Show when={live() && !plays() && seated()}>
        <ButtonLink size="small" variant="primary" href={`/play/${encodeURIComponent(view().id)}`}>
          To my seat
        </ButtonLink>
      </Show>
      <Show when={mayEnd()}>
        <Button size="small" variant="danger" onClick={() => setAsking(true)}>
          {plays() ? "Give up" : "End match"}
        </Button>
      </Show>
      <CopyButton text={link} label="Copy link to watch" />
      <Show when={!live()}>
        <ButtonLink size="small" external href={api.recordAddress(view().id, "agon")} download={`${view().id}.json`}>
          Download record
        </ButtonLink>
        <ButtonLink size="small" external href={api.recordAddress(view().id, "public")} download={`${view().id}.public.json`}>
          Public form
        </ButtonLink>
      </Show>
      <Dialog
        open={asking()}
        title={plays() ? "Give up?" : "End the match?"}
        onClose={() => setAsking(false)}
        footer={
          <>
            <Button onClick={() => setAsking(false)}>Keep playing</Button>
            <Button variant="danger" onClick={end}>
              {plays() ? "Give up" : "End match"}
            </Button>
          </>
        }
      >
        <p>The match ends for everybody, without a result. It can still be looked at.</p>
      </Dialog>
    </>
  );
}
