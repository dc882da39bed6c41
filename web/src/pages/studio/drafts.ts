// Rule sheets that somebody is writing, kept in this browser. Each draft has a key of its own, so that two windows that write two
// drafts never undo each other's work, and one damaged entry costs one draft.

export interface Draft {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly changed_at: number;
  readonly opened_at: number;
}

export type SaveProblem = "full" | "blocked";

/** The part of the browser's Storage that is needed here. */
export interface DraftStorage {
  readonly length: number;
  key(index: number): string | null;
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

const kPrefix = "agon.draft/1:";

function isDraft(value: unknown): value is Draft {
  if (typeof value !== "object" || value === null) return false;
  const draft = value as Record<string, unknown>;
  const texts = ["id", "title", "text"].every((field) => typeof draft[field] === "string");
  return texts && typeof draft["changed_at"] === "number" && typeof draft["opened_at"] === "number";
}

// Quota errors have different names in different browsers; all of them are DOMExceptions with one of these.
function isQuota(error: unknown): boolean {
  const name = error instanceof Error || error instanceof DOMException ? error.name : "";
  return name === "QuotaExceededError" || name === "NS_ERROR_DOM_QUOTA_REACHED";
}

export class DraftStore {
  readonly #storage: DraftStorage | null;
  readonly #now: () => number;
  // What could not be written stays readable for as long as the page lives.
  readonly #unsaved = new Map<string, Draft>();

  constructor(storage: DraftStorage | null, now: () => number = Date.now) {
    this.#storage = storage;
    this.#now = now;
  }

  /** All drafts, last opened first. */
  list(): Draft[] {
    const drafts = new Map<string, Draft>();
    for (const key of this.#keys()) {
      const draft = this.#read(key);
      if (draft) drafts.set(draft.id, draft);
    }
    for (const draft of this.#unsaved.values()) drafts.set(draft.id, draft);
    return [...drafts.values()].sort((a, b) => b.opened_at - a.opened_at || a.title.localeCompare(b.title));
  }

  get(id: string): Draft | null {
    return this.#unsaved.get(id) ?? this.#read(kPrefix + id);
  }

  /** A draft that is not written yet: the first `save` does that, so that looking at a template leaves nothing behind. */
  create(title: string, text: string): Draft {
    const now = this.#now();
    const random = Math.floor(Math.random() * 36 ** 6).toString(36);
    return { id: `${now.toString(36)}-${random}`, title: this.#freeTitle(title), text, changed_at: now, opened_at: now };
  }

  /** Writes it; on failure it is kept in memory and the reason comes back. */
  save(draft: Draft): SaveProblem | null {
    try {
      if (!this.#storage) throw new DOMException("there is no storage", "SecurityError");
      this.#storage.setItem(kPrefix + draft.id, JSON.stringify(draft));
      this.#unsaved.delete(draft.id);
      return null;
    } catch (error) {
      this.#unsaved.set(draft.id, draft);
      return isQuota(error) ? "full" : "blocked";
    }
  }

  /** With another text or title, changed now. */
  revise(draft: Draft, change: { text?: string; title?: string }): Draft {
    return { ...draft, ...change, changed_at: this.#now() };
  }

  /** Moves a written draft to the front of the list. */
  touch(draft: Draft): Draft {
    const opened = { ...draft, opened_at: this.#now() };
    if (this.get(draft.id)) this.save(opened);
    return opened;
  }

  remove(id: string): void {
    this.#unsaved.delete(id);
    try {
      this.#storage?.removeItem(kPrefix + id);
    } catch {
      // A storage that refuses has nothing of ours in it.
    }
  }

  #keys(): string[] {
    const keys: string[] = [];
    try {
      const storage = this.#storage;
      for (let i = 0; storage && i < storage.length; ++i) {
        const key = storage.key(i);
        if (key?.startsWith(kPrefix)) keys.push(key);
      }
    } catch {
      return [];
    }
    return keys;
  }

  #read(key: string): Draft | null {
    try {
      const value: unknown = JSON.parse(this.#storage?.getItem(key) ?? "null");
      return isDraft(value) ? value : null;
    } catch {
      return null;
    }
  }

  // "Nim", then "Nim 2", "Nim 3": drafts of one name could not be told apart in the list.
  #freeTitle(title: string): string {
    const taken = new Set(this.list().map((draft) => draft.title));
    if (!taken.has(title)) return title;
    for (let i = 2; ; ++i) {
      if (!taken.has(`${title} ${i}`)) return `${title} ${i}`;
    }
  }
}

/** The store of this browser; where storage is forbidden, drafts live as long as the page. */
export function browserDrafts(): DraftStore {
  try {
    return new DraftStore(window.localStorage);
  } catch {
    return new DraftStore(null);
  }
}
