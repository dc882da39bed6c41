import { createSignal, onCleanup } from "solid-js";
import { Button, type ButtonLook } from "./button";
import { toast } from "./toast";

export interface CopyButtonProps extends ButtonLook {
  text: string | (() => string);
  label?: string;
}

/** Copies a text and says so in place. */
export function CopyButton(props: CopyButtonProps) {
  const [copied, setCopied] = createSignal(false);
  let timer: ReturnType<typeof setTimeout> | undefined;
  onCleanup(() => clearTimeout(timer));

  async function copy() {
    const text = typeof props.text === "function" ? props.text() : props.text;
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      toast("The browser does not let this page copy. Select the text and copy it by hand.", "error");
      return;
    }
    setCopied(true);
    clearTimeout(timer);
    timer = setTimeout(() => setCopied(false), 2000);
  }

  return (
    <Button variant={props.variant} size={props.size ?? "small"} onClick={() => void copy()}>
      <span aria-live="polite">{copied() ? "Copied" : (props.label ?? "Copy")}</span>
    </Button>
  );
}
