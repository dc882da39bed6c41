// Where sheets come from: the drafts of this browser, templates, the library, a file.

import { createMemo, createSignal, For, Show } from "solid-js";
import { loadGames } from "../../matches/library";
import { createLoad } from "../../shell/load";
import { momentText } from "../../shell/moment";
import { Button, Dialog, ErrorState, Field, Spinner, Tabs, toastFailure } from "../../ui";
import type { Draft, DraftStore } from "./drafts";
import { readSheet, type SheetFile } from "./sheet_files";
import { kTemplates } from "./templates";

export type Source = { draft: string } | { template: string } | { game: string } | { file: SheetFile };

export interface OpenDialogProps {
  open: boolean;
  store: DraftStore;
  current: string;
  onClose: () => void;
  onOpen: (source: Source) => void;
}

const kShown = 60;

function Drafts(props: { store: DraftStore; current: string; onOpen: (source: Source) => void }) {
  const [drafts, setDrafts] = createSignal(props.store.list());
  const [asking, setAsking] = createSignal<string | null>(null);
  function remove(draft: Draft) {
    props.store.remove(draft.id);
    setAsking(null);
    setDrafts(props.store.list());
  }
  return (
    <ul class="open-list">
      <For each={drafts()} fallback={<li class="muted small">Nothing yet. What you type is kept here, in this browser.</li>}>
        {(draft) => (
          <li class="open-list__row">
            <button type="button" class="open-list__entry" onClick={() => props.onOpen({ draft: draft.id })}>
              <b>{draft.title}</b>
              <span class="small muted">changed {momentText(draft.changed_at)}</span>
            </button>
            <Show when={draft.id !== props.current} fallback={<span class="small muted">open</span>}>
              <Show
                when={asking() === draft.id}
                fallback={
                  <Button size="small" variant="quiet" aria-label={`Delete ${draft.title}`} onClick={() => setAsking(draft.id)}>
                    Delete
                  </Button>
                }
              >
                <Button size="small" variant="danger" onClick={() => remove(draft)}>
                  Delete for good
                </Button>
              </Show>
            </Show>
          </li>
        )}
      </For>
    </ul>
  );
}

function Templates(props: { onOpen: (source: Source) => void }) {
  return (
    <ul class="open-list">
      <For each={kTemplates}>
        {(template) => (
          <li>
            <button type="button" class="open-list__entry" onClick={() => props.onOpen({ template: template.id })}>
              <b>{template.title}</b>
              <span class="small muted">{template.summary}</span>
            </button>
          </li>
        )}
      </For>
    </ul>
  );
}

function Library(props: { onOpen: (source: Source) => void }) {
  const games = createLoad(() => null, loadGames);
  const [query, setQuery] = createSignal("");
  const found = createMemo(() => {
    const words = query().toLowerCase().split(/\s+/).filter(Boolean);
    const all = games.data()?.games ?? [];
    return all.filter((game) => words.every((word) => `${game.name} ${game.title} ${game.tags.join(" ")}`.toLowerCase().includes(word)));
  });
  return (
    <Show when={!games.error()} fallback={<ErrorState error={games.error()} onRetry={games.retry} />}>
      <Show when={games.data()} fallback={<Spinner label="Loading the library" />}>
        <Field label="Search" hideLabel type="search" placeholder="Search the library" value={query()} onInput={setQuery} />
        <ul class="open-list">
          <For each={found().slice(0, kShown)} fallback={<li class="muted small">No game matches “{query()}”.</li>}>
            {(game) => (
              <li>
                <button type="button" class="open-list__entry" onClick={() => props.onOpen({ game: game.name })}>
                  <b>{game.title}</b>
                  <span class="small muted">{game.summary}</span>
                </button>
              </li>
            )}
          </For>
        </ul>
        <Show when={found().length > kShown}>
          <p class="small muted">{found().length - kShown} more; type to narrow the list.</p>
        </Show>
      </Show>
    </Show>
  );
}

function FromFile(props: { onOpen: (source: Source) => void }) {
  async function read(input: HTMLInputElement) {
    const file = input.files?.[0];
    if (!file) return;
    try {
      props.onOpen({ file: await readSheet(file) });
    } catch (error) {
      toastFailure(error);
    }
    input.value = "";
  }
  return (
    <label class="open-file">
      <span>A rule sheet in GDL, as a text file. It becomes a new draft.</span>
      <input type="file" accept=".kif,.gdl,.txt,text/plain" onChange={(event) => void read(event.currentTarget)} />
    </label>
  );
}

export function OpenDialog(props: OpenDialogProps) {
  const [tab, setTab] = createSignal(props.store.list().length > 0 ? "drafts" : "templates");
  const onOpen = (source: Source) => {
    props.onOpen(source);
    props.onClose();
  };
  const tabs = [
    { id: "drafts", label: "My drafts", content: () => <Drafts store={props.store} current={props.current} onOpen={onOpen} /> },
    { id: "templates", label: "Templates", content: () => <Templates onOpen={onOpen} /> },
    { id: "library", label: "Library", content: () => <Library onOpen={onOpen} /> },
    { id: "file", label: "File", content: () => <FromFile onOpen={onOpen} /> },
  ];
  return (
    <Dialog open={props.open} title="Open a sheet" onClose={props.onClose}>
      <Tabs label="Where from" tabs={tabs} selected={tab()} onSelect={setTab} />
    </Dialog>
  );
}
