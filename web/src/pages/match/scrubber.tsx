// Through the match by hand or by itself.
import { createEffect, createSignal, on, onCleanup } from "solid-js";
import { Button, Select } from "../../ui";
import type { Session } from "./session";

const kPause = 1000;
const kSpeeds = ["0.5", "1", "2", "4"].map((value) => ({ value, label: `${value}×` }));

// Drawn here, because the signs for these are missing in many fonts.
const kIcons = {
  first: "M3 3h2v10H3zM13 3v10L6 8z",
  back: "M11 3v10L4 8z",
  play: "M4 2.5v11L13.5 8z",
  pause: "M4 3h3v10H4zM9 3h3v10H9z",
  on: "M5 3v10l7-5z",
  last: "M11 3h2v10h-2zM3 3v10l7-5z",
};

function StepButton(props: { label: string; icon: keyof typeof kIcons; disabled: boolean; onClick: () => void }) {
  return (
    <Button size="small" aria-label={props.label} title={props.label} disabled={props.disabled} onClick={() => props.onClick()}>
      <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
        <path d={kIcons[props.icon]} fill="currentColor" />
      </svg>
    </Button>
  );
}

export function Scrubber(props: { session: Session }) {
  const now = () => props.session.view().position.step;
  const at = () => props.session.cursor() ?? now();
  const [playing, setPlaying] = createSignal(false);
  const [speed, setSpeed] = createSignal("1");

  function toggle() {
    if (!playing() && at() === now()) props.session.jump(0);
    setPlaying(!playing());
  }

  // Waits for a position that is still on its way before it goes on.
  createEffect(
    on([playing, at, speed, props.session.shownIsLate], ([on, step, factor, late]) => {
      if (!on || late) return;
      if (step >= now()) return void setPlaying(false);
      const timer = setTimeout(() => props.session.walk(1), kPause / Number(factor));
      onCleanup(() => clearTimeout(timer));
    }),
  );

  return (
    <div class="scrubber" role="group" aria-label="Step through the match">
      <StepButton label="To the start" icon="first" disabled={at() === 0} onClick={() => props.session.jump(0)} />
      <StepButton label="One step back" icon="back" disabled={at() === 0} onClick={() => props.session.walk(-1)} />
      <StepButton label={playing() ? "Pause" : "Play"} icon={playing() ? "pause" : "play"} disabled={now() === 0} onClick={toggle} />
      <StepButton label="One step on" icon="on" disabled={at() === now()} onClick={() => props.session.walk(1)} />
      <StepButton label="To the end" icon="last" disabled={at() === now()} onClick={props.session.toNow} />
      <input
        class="scrubber__range"
        type="range"
        min="0"
        max={now()}
        value={at()}
        aria-label="Position"
        aria-valuetext={`Position ${at()} of ${now()}`}
        disabled={now() === 0}
        onInput={(event) => props.session.jump(event.currentTarget.valueAsNumber)}
      />
      <output class="scrubber__count">
        {at()} / {now()}
      </output>
      <Select class="scrubber__speed" label="Speed" hideLabel value={speed()} options={kSpeeds} onChange={setSpeed} />
    </div>
  );
}
