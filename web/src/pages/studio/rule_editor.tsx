// The editor for rule sheets. It lives in a shadow root: there CodeMirror puts its styles into constructed style sheets, which a
// content security policy of `style-src 'self'` allows, while in the document it would need <style> elements, which it forbids.

import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyField, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, indentUnit } from "@codemirror/language";
import { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { EditorState, type Extension } from "@codemirror/state";
import {
  crosshairCursor,
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { createEffect, on, onCleanup, onMount } from "solid-js";
import type { Diagnostic } from "../../api/types";
import { completeGdl } from "./gdl/completion";
import { marksOf } from "./gdl/diagnostics";
import { gdlHover } from "./gdl/hover";
import { gdl } from "./gdl/language";
import { editorTheme } from "./gdl/theme";
import { typingOver } from "./typing_over";
import "./rule_editor.css";

export interface RuleEditorHandle {
  /** Puts the cursor there, shows the place and takes the focus. */
  goTo: (offset: number, to?: number) => void;
  focus: () => void;
  /** Text, selection and undo history, to be handed in again as `snapshot`. */
  snapshot: () => unknown;
}

export interface RuleEditorProps {
  label: string;
  text: string;
  onInput: (text: string) => void;
  findings: readonly Diagnostic[];
  /** What a former editor of the same text left; it brings back the undo history. */
  snapshot?: unknown;
  /** As high as its text, for short examples. */
  compact?: boolean;
  handle?: (handle: RuleEditorHandle) => void;
}

const kExtensions: readonly Extension[] = [
  highlightSpecialChars(),
  history(),
  drawSelection(),
  crosshairCursor(),
  EditorState.allowMultipleSelections.of(true),
  indentUnit.of("  "),
  bracketMatching(),
  closeBrackets(),
  typingOver,
  highlightActiveLine(),
  highlightActiveLineGutter(),
  autocompletion({ override: [completeGdl], icons: false }),
  lintGutter(),
  gdlHover,
  gdl(),
  editorTheme,
  // Tab indents; Escape and then Tab leaves the editor, as in every CodeMirror.
  keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, ...completionKeymap, ...lintKeymap, indentWithTab]),
];

const kHistory = { history: historyField };

export function RuleEditor(props: RuleEditorProps) {
  let host!: HTMLDivElement;

  onMount(() => {
    const root = host.attachShadow({ mode: "open" });
    const extensions: Extension[] = [
      ...kExtensions,
      props.compact ? EditorView.lineWrapping : lineNumbers(),
      EditorView.contentAttributes.of({ "aria-label": props.label, spellcheck: "false", autocapitalize: "off", autocorrect: "off" }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) props.onInput(update.state.doc.toString());
      }),
    ];
    const state = props.snapshot
      ? EditorState.fromJSON(props.snapshot, { extensions }, kHistory)
      : EditorState.create({ doc: props.text, extensions });
    const view = new EditorView({ state, root, parent: root });
    onCleanup(() => view.destroy());

    props.handle?.({
      goTo: (offset, to = offset) => {
        const length = view.state.doc.length;
        const anchor = Math.min(offset, length);
        view.dispatch({
          selection: { anchor, head: Math.min(to, length) },
          effects: EditorView.scrollIntoView(anchor, { y: "center" }),
        });
        view.focus();
      },
      focus: () => view.focus(),
      snapshot: () => view.state.toJSON(kHistory),
    });

    createEffect(
      on(
        () => props.text,
        (text) => {
          if (text === view.state.doc.toString()) return;
          view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text }, selection: { anchor: 0 } });
        },
        { defer: true },
      ),
    );
    createEffect(() => view.dispatch(setDiagnostics(view.state, marksOf(props.findings, view.state.doc.length))));
  });

  return <div class={props.compact ? "rule-editor rule-editor--compact" : "rule-editor"} ref={host} />;
}
