// One random match, step by step: the quickest way to see whether a game does what its author meant.

import { createEffect, createSignal, on, Show } from "solid-js";
import { api, isAbort } from "../../api/client";
import type { Walk } from "../../api/types";
import { GameView, prettyTerm } from "../../board";
import { Button, EmptyState, ErrorState, Spinner } from "../../ui";

const kMaxSteps = 500;

function Scrubber(props: { walk: Walk; step: number; onStep: (step: number) => void }) {
  const last = () => props.walk.steps.length - 1;
  return (
    <div class="walk__scrubber">
      <Button size="small" disabled={props.step === 0} aria-label="One step back" onClick={() => props.onStep(props.step - 1)}>
        ‹
      </Button>
      <input
        type="range"
        min="0"
        max={last()}
        value={props.step}
        aria-label="Step"
        onInput={(event) => props.onStep(event.currentTarget.valueAsNumber)}
      />
      <Button size="small" disabled={props.step >= last()} aria-label="One step forward" onClick={() => props.onStep(props.step + 1)}>
        ›
      </Button>
      <span class="small muted">
        {props.step} of {last()}
      </span>
    </div>
  );
}

export function WalkPane(props: { text: string | null }) {
  const [walk, setWalk] = createSignal<Walk | null>(null);
  const [step, setStep] = createSignal(0);
  const [seed, setSeed] = createSignal(1);
  const [busy, setBusy] = createSignal(false);
  const [failure, setFailure] = createSignal<unknown>(null);

  async function play() {
    const text = props.text;
    if (text === null || busy()) return;
    setBusy(true);
    setFailure(null);
    try {
      const played = await api.walk({ text, seed: seed(), max_steps: kMaxSteps });
      setWalk(played);
      setStep((old) => Math.min(old, played.steps.length - 1));
    } catch (error) {
      if (!isAbort(error)) setFailure(error);
    }
    setBusy(false);
  }
  const another = () => {
    setSeed((old) => old + 1);
    setStep(0);
    void play();
  };
  createEffect(on(() => props.text, () => void play()));

  const shown = () => walk()?.steps[step()];
  const joint = () => {
    const roles = walk()?.roles ?? [];
    return (shown()?.moves ?? []).map((move, role) => `${roles[role] ?? ""}: ${prettyTerm(move)}`).join("; ");
  };

  return (
    <Show when={!failure()} fallback={<ErrorState error={failure()} onRetry={() => void play()} />}>
      <Show
        when={walk()}
        fallback={
          <Show when={props.text !== null} fallback={<EmptyState title="Nothing to play yet.">Random play needs a sheet without errors.</EmptyState>}>
            <Spinner label="Playing a random match" />
          </Show>
        }
      >
        {(played) => (
          <div class="stack walk">
            <div class="row">
              <Button size="small" busy={busy()} onClick={another}>
                Another match
              </Button>
              <span class="small muted">{played().end}</span>
            </div>
            <Scrubber walk={played()} step={step()} onStep={setStep} />
            <Show when={shown()}>
              {(at) => (
                <>
                  <p class="small walk__moves">{joint() || "The start."}</p>
                  <GameView
                    structure={played().structure}
                    position={at().position}
                    roles={played().roles}
                    viewer={[]}
                    lastMoves={at().moves}
                    disabled
                  />
                </>
              )}
            </Show>
          </div>
        )}
      </Show>
    </Show>
  );
}
