// The studio: write a game, see its board while you type, play it through, and play it for real.

import { useNavigate, useSearchParams } from "@solidjs/router";
import { createEffect, createSignal, on, Show } from "solid-js";
import { loadGame } from "../../matches/library";
import { startMatch } from "../../matches/start";
import { Button, ErrorState, Field, Page, Spinner, toast, toastFailure } from "../../ui";
import { browserDrafts, type Draft, type SaveProblem } from "./drafts";
import { OpenDialog, type Source } from "./open_dialog";
import { playRequest } from "./play_request";
import type { SheetCheck } from "./sheet_check";
import { offerDownload } from "./sheet_files";
import "./studio.css";
import { templateOf } from "./templates";
import { Workbench } from "./workbench";

type Words = { draft?: string; game?: string; template?: string };

const store = browserDrafts();
// Undo histories by draft, for as long as the application is open.
const snapshots = new Map<string, unknown>();

const kProblems: Record<SaveProblem, string> = {
  full: "The storage of this browser is full, so this draft is not saved. Export it, or delete other drafts.",
  blocked: "This browser keeps no data for this page, so drafts are lost when it is closed. Export what you want to keep.",
};

/** The sheet that an address means; null if it is not there. */
async function sheetOf(words: Words): Promise<Draft | null> {
  if (words.draft) return store.get(words.draft);
  if (words.game) {
    const game = await loadGame(words.game);
    return store.create(game.title, game.rules);
  }
  const template = templateOf(words.template ?? "");
  if (template) return store.create(template.title, template.text);
  const latest = store.list()[0];
  if (latest) return latest;
  const first = templateOf("board")!;
  return store.create(first.title, first.text);
}

export default function Studio() {
  const navigate = useNavigate();
  const [words, setWords] = useSearchParams<Words>();
  const [draft, setDraft] = createSignal<Draft | null>(null);
  const [failure, setFailure] = createSignal<unknown>(null);
  const [saveProblem, setSaveProblem] = createSignal<SaveProblem | null>(null);
  const [check, setCheck] = createSignal<SheetCheck | null>(null);
  const [tab, setTab] = createSignal("board");
  const [opening, setOpening] = createSignal(false);
  const [starting, setStarting] = createSignal(false);
  let picked = false;

  const go = (to: Words, replace = false) => setWords({ draft: undefined, game: undefined, template: undefined, ...to }, { replace });

  async function load(asked: Words) {
    setFailure(null);
    try {
      const found = await sheetOf(asked);
      if (found) setDraft(store.touch(found));
      else {
        toast("This draft is not in this browser.", "error");
        go({}, true);
      }
    } catch (error) {
      setFailure(error);
    }
  }

  const asked = (): Words => ({ draft: words.draft, game: words.game, template: words.template });
  createEffect(
    on([() => words.draft, () => words.game, () => words.template], () => {
      if (words.draft === undefined || words.draft !== draft()?.id) void load(asked());
    }),
  );

  // Every change is written at once: whatever happens to the page, nothing that was typed is lost.
  function revise(change: { text?: string; title?: string }) {
    const old = draft();
    if (!old) return;
    const changed = store.revise(old, change);
    setDraft(changed);
    setSaveProblem(store.save(changed));
    if (words.draft !== changed.id) go({ draft: changed.id }, true);
  }

  function open(source: Source) {
    picked = true;
    if (!("file" in source)) return go(source);
    const imported = store.create(source.file.title, source.file.text);
    setSaveProblem(store.save(imported));
    go({ draft: imported.id });
  }

  async function play() {
    const current = draft();
    const checked = check()?.last();
    if (!current || !checked) return;
    if (checked.text !== current.text || !checked.check.ok) {
      setTab("problems");
      return toast("The sheet has errors; repair them first.", "error");
    }
    setStarting(true);
    try {
      const { request, mine } = playRequest(current.title, current.text, checked.check.roles);
      navigate(await startMatch(request, mine));
    } catch (error) {
      toastFailure(error);
    } finally {
      setStarting(false);
    }
  }

  const actions = () => (
    <Show when={draft()}>
      {(current) => (
        <>
          <Field label="Name of the draft" hideLabel class="studio__name" value={current().title} onInput={(title) => revise({ title })} maxLength={120} />
          <Button onClick={() => setOpening(true)}>New or open</Button>
          <Button onClick={() => offerDownload(current().title, current().text)}>Export</Button>
          <Button variant="primary" busy={starting()} disabled={!check()?.last()} onClick={() => void play()}>
            Play this game
          </Button>
        </>
      )}
    </Show>
  );

  return (
    <Page title="Studio" wide actions={actions()}>
      <Show when={saveProblem()}>
        {(problem) => (
          <p class="studio__problem small" role="alert">
            {kProblems[problem()]}
          </p>
        )}
      </Show>
      <Show when={!failure()} fallback={<ErrorState title="The sheet could not be opened." error={failure()} onRetry={() => void load(asked())} />}>
        <Show when={draft()?.id} keyed fallback={<Spinner label="Opening the sheet" />}>
          {(id) => (
            <Workbench
              text={draft()!.text}
              onInput={(text) => revise({ text })}
              tab={tab()}
              onTab={setTab}
              snapshot={snapshots.get(id)}
              keepSnapshot={(snapshot) => snapshots.set(id, snapshot)}
              onCheck={setCheck}
              takesFocus={picked}
            />
          )}
        </Show>
      </Show>
      <Show when={opening()}>
        <OpenDialog open store={store} current={draft()?.id ?? ""} onClose={() => setOpening(false)} onOpen={open} />
      </Show>
    </Page>
  );
}
