// A recorded match from a file, in our form or the public one; the server checks it by playing it again.
import { useNavigate } from "@solidjs/router";
import { createSignal } from "solid-js";
import { api, ApiFailure } from "../../api/client";
import { Button, toastFailure } from "../../ui";

async function readRecord(file: File): Promise<unknown> {
  try {
    return JSON.parse(await file.text()) as unknown;
  } catch {
    throw new ApiFailure("no-json", `'${file.name}' is not a match record.`, { hint: "Records are JSON files, as 'Download record' writes them." });
  }
}

export function ImportRecord() {
  const navigate = useNavigate();
  const [busy, setBusy] = createSignal(false);
  let picker!: HTMLInputElement;

  async function take(file: File | undefined) {
    if (!file) return;
    setBusy(true);
    try {
      const created = await api.importRecord(await readRecord(file));
      navigate(`/watch/${encodeURIComponent(created.id)}`);
    } catch (error) {
      toastFailure(error);
    } finally {
      setBusy(false);
      picker.value = "";
    }
  }

  return (
    <>
      <input
        ref={picker}
        type="file"
        accept=".json,application/json"
        hidden
        aria-hidden="true"
        tabIndex={-1}
        onChange={(event) => void take(event.currentTarget.files?.[0])}
      />
      <Button busy={busy()} onClick={() => picker.click()}>
        Open a record
      </Button>
    </>
  );
}
