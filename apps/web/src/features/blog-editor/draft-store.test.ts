import { describe, expect, it, vi } from "vitest";
import {
  createDraftStore,
  DRAFT_KEY,
  type Draft,
  draftKey,
  emptyFields,
  isWorthKeeping,
  parseDraft,
} from "./draft-store.ts";

function memory(): Pick<Storage, "getItem" | "setItem" | "removeItem"> & { readonly items: Map<string, string> } {
  const items = new Map<string, string>();
  return {
    items,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  };
}

const draft = (title: string, minute: number): Draft => ({
  ...emptyFields,
  title,
  lastSaved: `2026-11-16T04:${String(minute).padStart(2, "0")}:00.000Z`,
});
const silent = () => undefined;

describe("[C3.2] a draft", () => {
  it("is kept under blog_draft with title, content and lastSaved", () => {
    const storage = memory();
    const store = createDraftStore(storage, draftKey(null), silent);
    store.save(draft("A", 1), null);
    expect(JSON.parse(storage.items.get("blog_draft") ?? "")).toMatchObject({
      title: "A",
      content: "",
      lastSaved: "2026-11-16T04:01:00.000Z",
    });
    expect(store.load()).toEqual(draft("A", 1));
  });

  it("of an article that is edited is kept apart from the new one", () => {
    expect(draftKey("7")).not.toBe(DRAFT_KEY);
    expect(draftKey("7")).not.toBe(draftKey("8"));
  });

  it("of a foreign format is read as far as it goes", () => {
    expect(parseDraft('{"title":"T","content":"C"}')).toEqual({
      ...emptyFields,
      title: "T",
      content: "C",
      lastSaved: "",
    });
    for (const text of ["{", "7", "null", '"x"']) expect(parseDraft(text)).toBeNull();
  });

  it("[C4.6] without title and content is none", () => {
    expect(isWorthKeeping({ ...emptyFields, tags: "Costs" })).toBe(false);
    expect(isWorthKeeping({ ...emptyFields, content: "x" })).toBe(true);
  });
});

describe("after a crash", () => {
  it("contains the typing since the last save", () => {
    const storage = memory();
    createDraftStore(storage, DRAFT_KEY, silent).save(draft("Saved", 1), null);
    createDraftStore(storage, DRAFT_KEY, silent).note(draft("Saved and typed", 2));
    expect(createDraftStore(storage, DRAFT_KEY, silent).load()?.title).toBe("Saved and typed");
  });

  it("an older note does not replace a newer save", () => {
    const store = createDraftStore(memory(), DRAFT_KEY, silent);
    store.note(draft("Old", 1));
    store.save(draft("New", 2), null);
    expect(store.load()?.title).toBe("New");
  });
});

describe("two tabs", () => {
  it("keep the other's text when they overwrite each other", () => {
    const storage = memory();
    const one = createDraftStore(storage, DRAFT_KEY, silent);
    const other = createDraftStore(storage, DRAFT_KEY, silent);
    one.save(draft("Common", 1), null);
    expect(other.save(draft("Other", 2), draft("Common", 1).lastSaved).isOtherAside).toBe(false);
    expect(one.save(draft("One", 3), draft("Common", 1).lastSaved)).toEqual({ isKept: true, isOtherAside: true });
    expect(one.saved()?.title).toBe("One");
    expect(one.aside()?.title).toBe("Other");
  });

  it("that wrote the same are no matter", () => {
    const store = createDraftStore(memory(), DRAFT_KEY, silent);
    store.save(draft("Same", 1), null);
    expect(store.save(draft("Same", 2), null).isOtherAside).toBe(false);
  });
});

it("[C8.5] a storage that is full or switched off is only reported, and does not stop writing", () => {
  const onFault = vi.fn();
  const fail = () => {
    throw new Error("QuotaExceededError");
  };
  const store = createDraftStore({ getItem: fail, setItem: fail, removeItem: fail }, DRAFT_KEY, onFault);
  expect(store.load()).toBeNull();
  expect(store.save(draft("A", 1), null).isKept).toBe(false);
  store.forget();
  expect(onFault).toHaveBeenCalled();
});

it("is removed after publishing", () => {
  const storage = memory();
  const store = createDraftStore(storage, DRAFT_KEY, silent);
  store.save(draft("A", 1), null);
  store.note(draft("B", 2));
  store.forget();
  expect([...storage.items]).toEqual([]);
});
