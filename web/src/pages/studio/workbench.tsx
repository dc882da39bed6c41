// One sheet on the bench: the editor with what is wrong below it, and beside it what the rules make of it.

import { createMemo, onCleanup, Show } from "solid-js";
import type { Diagnostic } from "../../api/types";
import { Button, EmptyState, Tabs } from "../../ui";
import { BoardPane } from "./board_pane";
import { countFindings, tellCounts } from "./gdl/diagnostics";
import { KnowledgePane } from "./knowledge_pane";
import { NumbersPane } from "./numbers_pane";
import { createPlaythrough } from "./playthrough";
import { ProblemList } from "./problem_list";
import { RuleEditor, type RuleEditorHandle } from "./rule_editor";
import { createSheetCheck, type SheetCheck } from "./sheet_check";
import { WalkPane } from "./walk_pane";

export interface WorkbenchProps {
  text: string;
  onInput: (text: string) => void;
  tab: string;
  onTab: (tab: string) => void;
  /** What the editor of the same draft left behind earlier in this session. */
  snapshot: unknown;
  keepSnapshot: (snapshot: unknown) => void;
  /** Told once, so that the page can ask for the roles and the last sound text. */
  onCheck: (check: SheetCheck) => void;
  /** Somebody has just picked this sheet: the keyboard goes on in the editor. */
  takesFocus: boolean;
}

function Strip(props: { check: SheetCheck; findings: readonly Diagnostic[]; onPick: (finding: Diagnostic) => void }) {
  const summary = () => tellCounts(countFindings(props.findings));
  return (
    <section class="workbench__strip" aria-label="Problems">
      <div class="workbench__strip-head small" aria-live="polite">
        <Show when={!props.check.failure()} fallback={<span class="workbench__failure">The sheet could not be checked.</span>}>
          <Show when={!props.check.busy()} fallback="Checking…">
            {summary() || (props.check.last() ? "No problems" : "")}
          </Show>
        </Show>
        <Show when={props.check.failure()}>
          <Button size="small" variant="quiet" onClick={props.check.retry}>
            Try again
          </Button>
        </Show>
      </div>
      <Show when={props.findings.length > 0}>
        <ProblemList findings={props.findings} onPick={props.onPick} />
      </Show>
    </section>
  );
}

export function Workbench(props: WorkbenchProps) {
  let editor: RuleEditorHandle | undefined;
  const text = createMemo(() => props.text);
  const check = createSheetCheck(text);
  const play = createPlaythrough(check.sound);
  props.onCheck(check);
  onCleanup(() => {
    if (editor) props.keepSnapshot(editor.snapshot());
  });

  const pick = (finding: Diagnostic) => editor?.goTo(finding.from.offset, finding.to.offset);
  // Between two checks the board is merely a moment late; it is stale once errors are known.
  const stale = () => check.sound() !== null && check.last()?.check.ok === false;

  // One list for good: tabs that were made anew with every finding would lose the focus.
  const tabs = [
    {
      id: "board",
      label: "Board",
      content: () => <BoardPane play={play} stale={stale()} waiting={check.busy() || play.busy() || check.last() === null} />,
    },
    { id: "walk", label: "Random play-through", content: () => <WalkPane text={check.sound()} /> },
    { id: "knowledge", label: "Knowledge", content: () => <KnowledgePane text={check.sound()} play={play} /> },
    { id: "numbers", label: "Numbers", content: () => <NumbersPane text={check.sound()} /> },
    {
      id: "problems",
      label: "Problems",
      get note() {
        return check.findings().length || "";
      },
      content: () => (
        <Show
          when={check.findings().length > 0}
          fallback={<EmptyState title="No problems.">Mistakes and suspicious spots are listed here, each with a hint.</EmptyState>}
        >
          <ProblemList findings={check.findings()} onPick={pick} detailed />
        </Show>
      ),
    },
  ];

  return (
    <div class="workbench">
      <div class="workbench__left">
        <div class="workbench__editor">
          <RuleEditor
            label="Rule sheet"
            text={props.text}
            onInput={props.onInput}
            findings={check.findings()}
            snapshot={props.snapshot}
            handle={(handle) => {
              editor = handle;
              if (props.takesFocus) handle.focus();
            }}
          />
        </div>
        <Strip check={check} findings={check.findings()} onPick={pick} />
      </div>
      <Tabs class="workbench__right" label="What the rules make of it" tabs={tabs} selected={props.tab} onSelect={props.onTab} />
    </div>
  );
}
