/** C3.2: kept on the device. A draft has more than title, content and lastSaved, so that it can be restored whole. */
export interface DraftFields {
  readonly title: string;
  readonly content: string;
  readonly featuredImage: string | null;
  readonly imageAlt: string;
  readonly tags: string;
  /** The value of the date-time field, in Indian time; empty: publish at once. */
  readonly publishAt: string;
}
export interface Draft extends DraftFields {
  readonly lastSaved: string;
}

export const emptyFields: DraftFields = {
  title: "",
  content: "",
  featuredImage: null,
  imageAlt: "",
  tags: "",
  publishAt: "",
};

/** C4.6: without title and content it is no draft. */
export const isWorthKeeping = ({ title, content }: DraftFields): boolean => title !== "" || content !== "";

export const isSameText = (one: DraftFields, other: DraftFields): boolean =>
  one.title === other.title &&
  one.content === other.content &&
  one.featuredImage === other.featuredImage &&
  one.imageAlt === other.imageAlt &&
  one.tags === other.tags &&
  one.publishAt === other.publishAt;

export const DRAFT_KEY = "blog_draft";
export const draftKey = (postId: string | null): string => (postId === null ? DRAFT_KEY : `${DRAFT_KEY}:${postId}`);

type Store = Pick<Storage, "getItem" | "setItem" | "removeItem">;

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

export function parseDraft(text: string | null): Draft | null {
  if (text === null) return null;
  try {
    const stored: unknown = JSON.parse(text);
    if (typeof stored !== "object" || stored === null) return null;
    const fields: Readonly<Record<string, unknown>> = { ...stored };
    return {
      title: textOf(fields["title"]),
      content: textOf(fields["content"]),
      featuredImage: textOf(fields["featuredImage"]) || null,
      imageAlt: textOf(fields["imageAlt"]),
      tags: textOf(fields["tags"]),
      publishAt: textOf(fields["publishAt"]),
      lastSaved: textOf(fields["lastSaved"]),
    };
  } catch {
    return null;
  }
}

/**
 * The drafts of one article in this browser's storage: the saved one, later typing (for a crash), and the one
 * that another tab's saving has pushed aside. C8.5: faults go to `onFault` and do not stop writing.
 */
export function createDraftStore(storage: Store, key: string, onFault: (cause: unknown) => void) {
  const journalKey = `${key}:typed`;
  const asideKey = `${key}:aside`;
  const attempt = <Value>(work: () => Value, otherwise: Value): Value => {
    try {
      return work();
    } catch (cause) {
      onFault(cause);
      return otherwise;
    }
  };
  const read = (from: string): Draft | null => attempt(() => parseDraft(storage.getItem(from)), null);
  const write = (to: string, draft: Draft): boolean =>
    attempt(() => {
      storage.setItem(to, JSON.stringify(draft));
      return true;
    }, false);
  const remove = (which: string): void => attempt(() => storage.removeItem(which), undefined);
  return {
    key,
    saved: () => read(key),
    load(): Draft | null {
      const saved = read(key);
      const typed = read(journalKey);
      if (typed === null) return saved;
      return saved === null || typed.lastSaved > saved.lastSaved ? typed : saved;
    },
    note: (draft: Draft): boolean => write(journalKey, draft),
    /** `known` is the last save that this tab has seen: a later one comes from another tab and is set aside. */
    save(draft: Draft, known: string | null): { readonly isKept: boolean; readonly isOtherAside: boolean } {
      const there = read(key);
      const isForeign = there !== null && there.lastSaved !== known && !isSameText(there, draft);
      if (isForeign) write(asideKey, there);
      const isKept = write(key, draft);
      if (isKept) remove(journalKey);
      return { isKept, isOtherAside: isForeign };
    },
    aside: () => read(asideKey),
    forgetAside: () => remove(asideKey),
    forget(): void {
      for (const which of [key, journalKey, asideKey]) remove(which);
    },
  };
}
export type DraftStore = ReturnType<typeof createDraftStore>;
