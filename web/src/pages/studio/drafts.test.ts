import { describe, expect, it } from "vitest";
import { DraftStore, type DraftStorage } from "./drafts";

class FakeStorage implements DraftStorage {
  readonly entries = new Map<string, string>();
  room = Number.POSITIVE_INFINITY;
  get length() {
    return this.entries.size;
  }
  key = (index: number) => [...this.entries.keys()][index] ?? null;
  getItem = (key: string) => this.entries.get(key) ?? null;
  removeItem = (key: string) => void this.entries.delete(key);
  setItem(key: string, value: string) {
    if (value.length > this.room) throw new DOMException("no room", "QuotaExceededError");
    this.entries.set(key, value);
  }
}

function setup() {
  const storage = new FakeStorage();
  let now = 1000;
  return { storage, store: new DraftStore(storage, () => ++now) };
}

describe("drafts", () => {
  it("are written with the first save, not before", () => {
    const { store } = setup();
    const draft = store.create("Nim", "(role a)");
    expect(store.list()).toEqual([]);
    expect(store.save(draft)).toBeNull();
    expect(store.list()).toEqual([draft]);
  });

  it("survive a new page, last opened first", () => {
    const { store, storage } = setup();
    const first = store.create("First", "1");
    const second = store.create("Second", "2");
    store.save(first);
    store.save(second);
    store.touch(first);
    expect(new DraftStore(storage).list().map((draft) => draft.title)).toEqual(["First", "Second"]);
    expect(new DraftStore(storage).get(second.id)?.text).toBe("2");
  });

  it("keep the place in the list while they are only looked at", () => {
    const { store } = setup();
    const looked = store.touch(store.create("Template", "x"));
    expect(store.get(looked.id)).toBeNull();
  });

  it("get a title of their own", () => {
    const { store } = setup();
    store.save(store.create("Nim", ""));
    store.save(store.create("Nim", ""));
    expect(store.create("Nim", "").title).toBe("Nim 3");
  });

  it("stay readable in memory when the storage is full, and are written once there is room", () => {
    const { store, storage } = setup();
    const draft = store.create("Large", "");
    expect(store.save(draft)).toBeNull();
    storage.room = 10;
    const changed = store.revise(draft, { text: "typed" });
    expect(store.save(changed)).toBe("full");
    expect(store.get(draft.id)?.text).toBe("typed");
    expect(store.list().map((each) => each.text)).toEqual(["typed"]);
    storage.room = 1000;
    expect(store.save(changed)).toBeNull();
    expect(new DraftStore(storage).get(draft.id)?.text).toBe("typed");
  });

  it("work without any storage", () => {
    const store = new DraftStore(null);
    const draft = store.create("Nim", "text");
    expect(store.save(draft)).toBe("blocked");
    expect(store.get(draft.id)).toEqual(draft);
    store.remove(draft.id);
    expect(store.list()).toEqual([]);
  });

  it("skip damaged and foreign entries", () => {
    const { store, storage } = setup();
    storage.setItem("agon.draft/1:broken", "{");
    storage.setItem("agon.draft/1:odd", '{"id":7}');
    storage.setItem("theme", "dark");
    store.save(store.create("Good", ""));
    expect(store.list().map((draft) => draft.title)).toEqual(["Good"]);
    expect(store.get("broken")).toBeNull();
  });
});
