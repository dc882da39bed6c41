// A modal dialog on the browser's own <dialog>: it brings the focus trap, Escape and the top layer.
import { createEffect, createUniqueId, Show, type JSX } from "solid-js";
import "./dialog.css";

export interface DialogProps {
  open: boolean;
  title: string;
  onClose: () => void;
  children: JSX.Element;
  footer?: JSX.Element;
}

export function Dialog(props: DialogProps) {
  const id = createUniqueId();
  let dialog!: HTMLDialogElement;

  createEffect(() => {
    if (props.open && !dialog.open) dialog.showModal();
    if (!props.open && dialog.open) dialog.close();
  });

  return (
    <dialog
      ref={dialog}
      class="dialog"
      aria-labelledby={id}
      onClose={() => props.onClose()}
      onClick={(event) => {
        if (event.target === dialog) dialog.close();
      }}
    >
      <Show when={props.open}>
        <div class="dialog__frame">
          <header class="dialog__header">
            <h2 id={id}>{props.title}</h2>
            <button type="button" class="dialog__close" aria-label="Close" onClick={() => dialog.close()}>
              ×
            </button>
          </header>
          <div class="dialog__body">{props.children}</div>
          <Show when={props.footer}>
            <footer class="dialog__footer">{props.footer}</footer>
          </Show>
        </div>
      </Show>
    </dialog>
  );
}
