// A small editor with a board: the reader changes a sheet, runs it, and plays it through.

import { createSignal, type JSX, Show } from "solid-js";
import { api } from "../../api/client";
import type { Check } from "../../api/types";
import { Button, CopyButton, ErrorState } from "../../ui";
import { BoardPane } from "../studio/board_pane";
import { createPlaythrough } from "../studio/playthrough";
import { ProblemList } from "../studio/problem_list";
import { RuleEditor, type RuleEditorHandle } from "../studio/rule_editor";

export interface SheetRunnerProps {
  label: string;
  /** The text to start from; "Reset" brings it back. */
  sheet: string;
  run: string;
  /** Called after the sheet was checked, with its text. */
  onRun?: (text: string, check: Check) => Promise<void>;
  /** More buttons, told how to replace the text. */
  actions?: (replace: (text: string) => void) => JSX.Element;
  children?: JSX.Element;
}

export function SheetRunner(props: SheetRunnerProps) {
  let editor: RuleEditorHandle | undefined;
  const [text, setText] = createSignal(props.sheet);
  const [checked, setChecked] = createSignal<{ text: string; check: Check } | null>(null);
  const [sound, setSound] = createSignal<string | null>(null);
  const [busy, setBusy] = createSignal(false);
  const [failure, setFailure] = createSignal<unknown>(null);
  const play = createPlaythrough(sound);

  const findings = () => {
    const last = checked();
    return last && last.text === text() ? last.check.diagnostics : [];
  };

  async function run() {
    const asked = text();
    setBusy(true);
    setFailure(null);
    try {
      const check = await api.check(asked);
      setChecked({ text: asked, check });
      if (check.ok) setSound(asked);
      await props.onRun?.(asked, check);
    } catch (error) {
      setFailure(error);
    }
    setBusy(false);
  }

  return (
    <div class="sheet-runner">
      <div class="sheet-runner__sheet">
        <RuleEditor label={props.label} text={text()} onInput={setText} findings={findings()} compact handle={(handle) => (editor = handle)} />
        <div class="row">
          <Button size="small" variant="primary" busy={busy()} onClick={() => void run()}>
            {props.run}
          </Button>
          <Button size="small" disabled={text() === props.sheet} onClick={() => setText(props.sheet)}>
            Reset
          </Button>
          <CopyButton text={text} />
          {props.actions?.(setText)}
        </div>
        <Show when={failure()}>
          <ErrorState error={failure()} />
        </Show>
        {props.children}
        <Show when={findings().length > 0}>
          <ProblemList findings={findings()} onPick={(finding) => editor?.goTo(finding.from.offset, finding.to.offset)} detailed />
        </Show>
      </div>
      <Show when={sound() !== null}>
        <div class="sheet-runner__board">
          <BoardPane play={play} stale={checked()?.check.ok === false} waiting={play.busy()} />
        </div>
      </Show>
    </div>
  );
}
