// Pointing at a word of GDL explains it; pointing at a name of the sheet says what it is used for.

import { type EditorState } from "@codemirror/state";
import { hoverTooltip, type Tooltip } from "@codemirror/view";
import { sheetNames } from "./sheet_names";
import { tokensOf } from "./tokens";
import { wordOf } from "./words";

export interface Explanation {
  readonly title: string;
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

export function explain(text: string, at: number): Explanation | null {
  const token = tokensOf(text).find((each) => each.from <= at && at < each.to);
  if (!token || token.kind !== "name") return null;
  const word = wordOf(token.text);
  if (word) return { title: word.form, text: `${word.summary}. ${word.detail}`, from: token.from, to: token.to };
  const uses = sheetNames(text).filter((each) => each.name.toLowerCase() === token.text.toLowerCase());
  if (uses.length === 0) return null;
  const said = uses.map((each) => `${each.use}${each.arity > 0 ? `/${each.arity}` : ""}, ${each.count}×`);
  return { title: token.text, text: said.join("; "), from: token.from, to: token.to };
}

function tooltip(state: EditorState, at: number): Tooltip | null {
  const found = explain(state.doc.toString(), at);
  if (!found) return null;
  const create = () => {
    const dom = document.createElement("div");
    dom.className = "cm-gdl-hover";
    const title = dom.appendChild(document.createElement("code"));
    title.textContent = found.title;
    dom.appendChild(document.createElement("p")).textContent = found.text;
    return { dom };
  };
  return { pos: found.from, end: found.to, above: true, create };
}

export const gdlHover = hoverTooltip((view, at) => tooltip(view.state, at));
