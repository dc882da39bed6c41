import { CompletionContext } from "@codemirror/autocomplete";
import { getIndentation, ensureSyntaxTree } from "@codemirror/language";
import { EditorState } from "@codemirror/state";
import { describe, expect, it } from "vitest";
import { completeGdl, optionsAt } from "./completion";
import { countFindings, marksOf, tellCounts } from "./diagnostics";
import { explain } from "./hover";
import { gdl } from "./language";
import { sheetNames, variablesAround } from "./sheet_names";
import { classify, tokensOf } from "./tokens";

const sheet = `; a comment with (parentheses)
(role white)
(<= (legal ?p (mark ?x ?y)) (true (control ?p)) (true (cell ?x ?y blank)))
(<= (next (cell ?x ?y o)) (does white (mark ?x ?y)) (not (line o)))
`;

const stateOf = (doc: string) => EditorState.create({ doc, extensions: [gdl()] });

function styles(doc: string): [string, string][] {
  const state = stateOf(doc);
  const found: [string, string][] = [];
  ensureSyntaxTree(state, doc.length, 5000)!.iterate({
    enter: (node) => {
      if (node.from < node.to && node.name !== "Document") found.push([state.sliceDoc(node.from, node.to), node.name]);
    },
  });
  return found;
}

describe("tokens", () => {
  it("keeps places, and parentheses in comments out of the way", () => {
    const tokens = tokensOf("(a ?b) ; (c\nd-1");
    expect(tokens.map((token) => token.kind)).toEqual(["open", "name", "variable", "close", "comment", "name"]);
    expect(tokens.at(-1)).toMatchObject({ text: "d-1", from: 12, to: 15 });
  });

  it("knows words only where they mean something", () => {
    expect(classify("TRUE", true)).toBe("keyword");
    expect(classify("true", false)).toBe("constant");
    expect(classify("terminal", false)).toBe("keyword");
    expect(classify("random", false)).toBe("keyword");
    expect(classify("not", true)).toBe("connective");
    expect(classify("<=", true)).toBe("arrow");
    expect(classify("-12", false)).toBe("number");
    expect(classify("cell", true)).toBe("functor");
  });
});

describe("highlighting", () => {
  it("tells keywords, variables, numbers, names and comments apart", () => {
    const found = new Map(styles("(<= (next (cell ?x 1 blank)) (not (line x))) ; end"));
    expect(found.get("next")).toBe("keyword");
    expect(found.get("not")).toBe("controlKeyword");
    expect(found.get("<=")).toBe("definitionOperator");
    expect(found.get("cell")).toBe("typeName");
    expect(found.get("?x")).toBe("variableName");
    expect(found.get("1")).toBe("number");
    expect(found.get("blank")).toBe("atom");
    expect(found.get("; end")).toBe("lineComment");
  });
});

describe("indentation", () => {
  const indentOf = (doc: string) => {
    const state = stateOf(doc);
    ensureSyntaxTree(state, doc.length, 5000);
    return getIndentation(state, doc.lastIndexOf("\n") + 1);
  };
  it("puts conditions two columns inside their rule", () => {
    expect(indentOf("(<= (goal ?p 100)\n")).toBe(2);
    expect(indentOf("(<= (a)\n  (or (b)\n")).toBe(4);
    expect(indentOf("(role white)\n")).toBe(0);
    expect(indentOf("(<= (a)\n  (b))\n)")).toBe(0);
    expect(indentOf("(<= (a)\n)")).toBe(2);
  });
});

describe("names of a sheet", () => {
  it("are sorted by their use", () => {
    const names = sheetNames(sheet);
    const use = (name: string) => names.filter((each) => each.name === name).map((each) => `${each.use}/${each.arity}`);
    expect(use("cell")).toEqual(["fluent/3"]);
    expect(use("mark")).toEqual(["move/2"]);
    expect(use("line")).toEqual(["relation/1"]);
    expect(use("white")).toEqual(["constant/0"]);
    expect(use("legal")).toEqual([]);
    expect(names.find((each) => each.name === "cell")!.count).toBe(2);
  });

  it("are found in a sheet that is still open at one end", () => {
    expect(sheetNames("(<= (goal ?p 100) (wins ?p").map((each) => each.name)).toContain("wins");
    expect(sheetNames(")))(").length).toBe(0);
  });

  it("include the variables of the rule around, and of no other", () => {
    const at = sheet.indexOf("(not (line o))");
    expect(variablesAround(sheet, at).sort()).toEqual(["?x", "?y"]);
    const open = "(<= (a ?one)\n(<= (b ?two) (c ";
    expect(variablesAround(open, open.length)).toEqual(["?two"]);
  });
});

describe("completion", () => {
  const labels = (doc: string) => {
    const from = doc.search(/[^\s();]*$/);
    return optionsAt(doc, from, doc.length).map((option) => option.label);
  };
  it("offers relations and words behind a parenthesis", () => {
    expect(labels(`${sheet}(li`)).toEqual(expect.arrayContaining(["legal", "line", "cell", "mark"]));
    expect(labels(`${sheet}(li`)).not.toContain("blank");
    expect(labels(`${sheet}(li`)).not.toContain("li");
  });
  it("offers constants and variables as arguments", () => {
    const found = labels(`${sheet}(<= (wins ?who) (true (cell 1 1 b`);
    expect(found).toEqual(expect.arrayContaining(["blank", "white", "?who", "terminal"]));
    expect(found).not.toContain("legal");
  });
  it("offers only variables behind a question mark", () => {
    expect(labels(`${sheet}(<= (wins ?who) (role ?w`)).toEqual(["?who"]);
  });
  it("stays silent in comments and before anything is typed", () => {
    const at = (doc: string) => completeGdl(new CompletionContext(stateOf(doc), doc.length, false));
    expect(at("; (le")).toBeNull();
    expect(at("(role ")).toBeNull();
    expect(at("(le")?.from).toBe(1);
  });
});

describe("hover", () => {
  it("explains words and says what names are used for", () => {
    expect(explain(sheet, sheet.indexOf("legal"))?.title).toBe("(legal ROLE MOVE)");
    expect(explain(sheet, sheet.indexOf("cell"))?.text).toBe("fluent/3, 2×");
    expect(explain(sheet, sheet.indexOf("?x"))).toBeNull();
    expect(explain(sheet, 3)).toBeNull();
  });
});

describe("diagnostics", () => {
  const at = (offset: number) => ({ line: 1, column: offset + 1, offset });
  const finding = { severity: "note" as const, code: "x", message: "m", hint: "h", from: at(3), to: at(3) };
  it("become marks with a width, inside the text", () => {
    expect(marksOf([finding], 10)[0]).toMatchObject({ from: 3, to: 4, severity: "info", source: "x" });
    expect(marksOf([{ ...finding, from: at(30), to: at(40) }], 10)[0]).toMatchObject({ from: 10, to: 10 });
  });
  it("are counted in words", () => {
    expect(tellCounts(countFindings([finding, { ...finding, severity: "error" }, { ...finding, severity: "error" }]))).toBe("2 errors, 1 note");
    expect(tellCounts(countFindings([]))).toBe("");
  });
});
