import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import {
  createDraftStore,
  type Draft,
  type DraftFields,
  type DraftStore,
  draftKey,
  isSameText,
  isWorthKeeping,
  parseDraft,
} from "./draft-store.ts";

export const AUTOSAVE_MS = 5_000;
export const SAVED_SHOWN_MS = 2_000;
/** How much typing a crash may lose. */
const JOURNAL_MS = 400;

// biome-ignore lint/suspicious/noConsole: C8.5 says that faults of drafts are only logged, and a browser's log is its console
const logFault = (cause: unknown): void => console.warn("A draft could not be kept or read.", cause);

const openStore = (postId: string | null): DraftStore => createDraftStore(localStorage, draftKey(postId), logFault);

const stamp = (fields: DraftFields): Draft => ({ ...fields, lastSaved: new Date().toISOString() });

export interface DraftHandle {
  readonly isSavedShown: boolean;
  readonly isOtherAside: boolean;
  /** C2.23: saves at once. `null`: there is nothing to save. */
  save(): boolean | null;
  forget(): void;
  takeOther(): DraftFields | null;
  keepThis(): void;
}

interface DraftInput {
  readonly postId: string | null;
  readonly fields: DraftFields;
  /** Nothing is kept before the edited article has loaded, nor while it is unchanged. */
  readonly isChanged: boolean;
  /** Another tab saved, and nothing was typed here since. */
  onOther(fields: DraftFields): void;
}

function useShownFor(ms: number): [boolean, () => void] {
  const [turn, setTurn] = useState(0);
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (turn === 0) return undefined;
    setShown(true);
    const timer = setTimeout(() => setShown(false), ms);
    return () => clearTimeout(timer);
  }, [turn, ms]);
  return [isShown, useCallback(() => setTurn((before) => before + 1), [])];
}

/** Calls `work` when the page is left or hidden: it may never become visible again. */
function useWhenLeaving(work: () => void): void {
  useEffect(() => {
    const onHidden = () => {
      if (document.visibilityState === "hidden") work();
    };
    addEventListener("pagehide", work);
    document.addEventListener("visibilitychange", onHidden);
    return () => {
      removeEventListener("pagehide", work);
      document.removeEventListener("visibilitychange", onHidden);
    };
  }, [work]);
}

/** C4.6: saved 5 s after the last change and on leaving; each keystroke is noted for a crash. */
export function useDraft({ postId, fields, isChanged, onOther }: DraftInput): DraftHandle {
  const store = useMemo(() => openStore(postId), [postId]);
  const latest = useRef(fields);
  const known = useRef<string | null>(null);
  const lastKept = useRef<DraftFields | null>(null);
  const [isSavedShown, showSaved] = useShownFor(SAVED_SHOWN_MS);
  const [isOtherAside, setOtherAside] = useState(false);
  latest.current = fields;

  useEffect(() => {
    known.current = store.saved()?.lastSaved ?? null;
    lastKept.current = store.saved();
    setOtherAside(store.aside() !== null);
  }, [store]);

  const isPending = isChanged && isWorthKeeping(fields) && !(lastKept.current && isSameText(lastKept.current, fields));

  const keep = useCallback((): boolean => {
    const draft = stamp(latest.current);
    const { isKept, isOtherAside: hasOther } = store.save(draft, known.current);
    if (isKept) {
      known.current = draft.lastSaved;
      lastKept.current = draft;
      showSaved();
    }
    if (hasOther) setOtherAside(true);
    return isKept;
  }, [store, showSaved]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each change restarts the timer
  useEffect(() => {
    if (!isPending) return undefined;
    const journal = setTimeout(() => store.note(stamp(latest.current)), JOURNAL_MS);
    const autosave = setTimeout(keep, AUTOSAVE_MS);
    return () => {
      clearTimeout(journal);
      clearTimeout(autosave);
    };
  }, [fields, isPending, keep, store]);

  useWhenLeaving(
    useCallback(() => {
      if (isPending) keep();
    }, [isPending, keep]),
  );

  useEffect(() => {
    const onStorage = ({ key, newValue }: StorageEvent) => {
      const other = key === store.key ? parseDraft(newValue) : null;
      if (other === null || isPending) return;
      known.current = other.lastSaved;
      lastKept.current = other;
      onOther(other);
    };
    addEventListener("storage", onStorage);
    return () => removeEventListener("storage", onStorage);
  }, [store, isPending, onOther]);

  return {
    isSavedShown,
    isOtherAside,
    save: () => (isWorthKeeping(latest.current) ? keep() : null),
    forget() {
      store.forget();
      known.current = null;
      lastKept.current = latest.current;
    },
    takeOther() {
      const other = store.aside();
      store.forgetAside();
      setOtherAside(false);
      return other;
    },
    keepThis() {
      store.forgetAside();
      setOtherAside(false);
    },
  };
}

export const loadDraft = (postId: string | null): Draft | null => openStore(postId).load();
