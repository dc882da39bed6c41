// Typing over a selection of several lines. Left to itself, the browser merges the lines and gives the pieces `style` attributes to keep
// their looks; the content security policy forbids those and the console says so, although the editor redraws the lines anyway. So the
// text is put in by the editor, before the browser touches anything.
import { EditorView } from "@codemirror/view";

function insert(view: EditorView, text: string): void {
  const { from, to } = view.state.selection.main;
  const plain = () => view.state.update(view.state.replaceSelection(text), { userEvent: "input.type", scrollIntoView: true });
  // What else wants to know about typing, such as brackets that close themselves, comes first.
  const taken = view.state.facet(EditorView.inputHandler).some((handle) => handle(view, from, to, text, plain));
  if (!taken) view.dispatch(plain());
}

function severalLines(view: EditorView): boolean {
  const { doc, selection } = view.state;
  return selection.ranges.some((range) => doc.lineAt(range.from).number !== doc.lineAt(range.to).number);
}

export const typingOver = EditorView.domEventHandlers({
  beforeinput(event, view) {
    // A composition belongs to the browser until it ends.
    if (event.inputType !== "insertText" || event.data === null || event.isComposing || !event.cancelable) return false;
    if (view.state.readOnly || !severalLines(view)) return false;
    insert(view, event.data);
    event.preventDefault();
    return true;
  },
});
