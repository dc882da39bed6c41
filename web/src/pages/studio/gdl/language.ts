// GDL for CodeMirror: colours, brackets, comments and indentation.

import { HighlightStyle, LanguageSupport, StreamLanguage, type StringStream, syntaxHighlighting } from "@codemirror/language";
import { tags } from "@lezer/highlight";
import { classify, type NameClass } from "./tokens";

interface State {
  // Columns of the parentheses that are open, innermost last.
  readonly open: number[];
  // The next name stands at the front of a list.
  first: boolean;
}

const kStyles: Record<NameClass, string> = {
  arrow: "definitionOperator",
  connective: "controlKeyword",
  keyword: "keyword",
  number: "number",
  functor: "typeName",
  constant: "atom",
};

function token(stream: StringStream, state: State): string | null {
  if (stream.eatSpace()) return null;
  const column = stream.column();
  const character = stream.next();
  if (character === ";") {
    stream.skipToEnd();
    return "lineComment";
  }
  if (character === "(") {
    state.open.push(column);
    state.first = true;
    return "paren";
  }
  const first = state.first;
  state.first = false;
  if (character === ")") {
    state.open.pop();
    return "paren";
  }
  stream.eatWhile(/[^\s();]/);
  if (character === "?") return "variableName";
  return kStyles[classify(stream.current(), first)];
}

export const gdlLanguage = StreamLanguage.define<State>({
  name: "gdl",
  startState: () => ({ open: [], first: false }),
  copyState: (state) => ({ open: [...state.open], first: state.first }),
  token,
  // Conditions stand two columns inside the rule they belong to, as `agon fmt` lays them out. A closing parenthesis never stands alone,
  // so one behind the cursor does not mean that the rule ends there.
  indent: (state) => {
    const column = state.open.at(-1);
    return column === undefined ? 0 : column + 2;
  },
  languageData: {
    commentTokens: { line: ";" },
    closeBrackets: { brackets: ["("] },
    wordChars: "?-+*/<>=_",
  },
  tokenTable: {
    definitionOperator: tags.definitionOperator,
    controlKeyword: tags.controlKeyword,
    lineComment: tags.lineComment,
    paren: tags.paren,
  },
});

// Colours come from the page's own custom properties, so that themes change without touching the editor.
const colours = HighlightStyle.define([
  { tag: tags.keyword, color: "var(--gdl-keyword)", fontWeight: "600" },
  { tag: tags.controlKeyword, color: "var(--gdl-connective)", fontWeight: "600" },
  { tag: tags.definitionOperator, color: "var(--gdl-connective)", fontWeight: "600" },
  { tag: tags.typeName, color: "var(--gdl-functor)" },
  { tag: tags.variableName, color: "var(--gdl-variable)", fontStyle: "italic" },
  { tag: tags.number, color: "var(--gdl-number)" },
  { tag: tags.atom, color: "var(--gdl-constant)" },
  { tag: tags.lineComment, color: "var(--gdl-comment)" },
  { tag: tags.paren, color: "var(--gdl-paren)" },
]);

export function gdl(): LanguageSupport {
  return new LanguageSupport(gdlLanguage, [syntaxHighlighting(colours)]);
}
