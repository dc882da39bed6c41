// Short notes at the edge of the window: `toast("Copied.")`. Errors stay longer and interrupt a screen reader.
import { createSignal, For } from "solid-js";
import { describeFailure } from "../api/failure";
import "./toast.css";

export type ToastKind = "note" | "success" | "error";

interface Note {
  id: number;
  kind: ToastKind;
  text: string;
}

const kShownFor: Record<ToastKind, number> = { note: 4000, success: 4000, error: 9000 };
const kAtMost = 4;

const [notes, setNotes] = createSignal<Note[]>([]);
let last = 0;

function dismiss(id: number) {
  setNotes((old) => old.filter((note) => note.id !== id));
}

export function toast(text: string, kind: ToastKind = "note"): void {
  const id = ++last;
  setNotes((old) => [...old.slice(1 - kAtMost), { id, kind, text }]);
  setTimeout(() => dismiss(id), kShownFor[kind]);
}

/** Shows what went wrong with an order; for failures of a whole page there is ErrorState. */
export function toastFailure(error: unknown): void {
  const { message, hint } = describeFailure(error);
  toast(hint ? `${message} ${hint}` : message, "error");
}

/** Where the notes appear; the shell has it once. */
export function Toasts() {
  return (
    <div class="toasts">
      <For each={notes()}>
        {(note) => (
          <div class={`toast toast--${note.kind}`} role={note.kind === "error" ? "alert" : "status"}>
            <span>{note.text}</span>
            <button type="button" class="toast__close" aria-label="Dismiss" onClick={() => dismiss(note.id)}>
              ×
            </button>
          </div>
        )}
      </For>
    </div>
  );
}
