// How the editor looks. It lives in a shadow root, where only the page's custom properties reach it.

import { EditorView } from "@codemirror/view";

export const editorTheme = EditorView.theme({
  "&": { height: "100%", backgroundColor: "var(--gdl-background)", color: "var(--gdl-text)", fontSize: "var(--gdl-size)" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--gdl-font)", lineHeight: "1.55", overflow: "auto" },
  ".cm-content": { padding: "0.5rem 0", caretColor: "var(--gdl-text)" },
  ".cm-gutters": { backgroundColor: "transparent", color: "var(--gdl-comment)", border: "none" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--gdl-line)" },
  ".cm-cursor": { borderLeftColor: "var(--gdl-text)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "var(--gdl-selection)",
  },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: "var(--gdl-match)", outline: "1px solid var(--gdl-connective)" },
  "&.cm-focused .cm-nonmatchingBracket": { backgroundColor: "var(--gdl-mismatch)" },
  ".cm-tooltip": {
    backgroundColor: "var(--gdl-popup)",
    color: "var(--gdl-text)",
    border: "1px solid var(--gdl-border)",
    borderRadius: "6px",
    boxShadow: "0 4px 16px rgb(0 0 0 / 20%)",
    maxWidth: "min(34rem, 90vw)",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { padding: "3px 8px" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { backgroundColor: "var(--gdl-selection)", color: "var(--gdl-text)" },
  ".cm-completionDetail": { color: "var(--gdl-comment)", fontStyle: "normal", marginLeft: "0.75em" },
  ".cm-completionInfo": { whiteSpace: "pre-line", padding: "6px 10px", fontFamily: "var(--gdl-prose)" },
  ".cm-gdl-hover": { padding: "6px 10px", fontFamily: "var(--gdl-prose)" },
  ".cm-gdl-hover code": { fontFamily: "var(--gdl-font)", color: "var(--gdl-keyword)", fontWeight: "600" },
  ".cm-gdl-hover p": { margin: "2px 0 0" },
  ".cm-diagnostic": { padding: "6px 10px", fontFamily: "var(--gdl-prose)" },
  ".cm-gdl-hint": { display: "block", color: "var(--gdl-comment)", marginTop: "2px" },
});
