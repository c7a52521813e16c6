import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from "react";
import type { ToastNote } from "./toast-note.ts";

export type ToastKind = ToastNote["kind"];

export const TOAST_DURATION_MS = 5_000;

let notes: readonly ToastNote[] = [];
const listeners = new Set<() => void>();

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Callable from anywhere in the browser; `ToastHost` shows and announces it. */
export function showToast(kind: ToastKind, text: string, options: { durationMs?: number } = {}): void {
  const durationMs = options.durationMs ?? TOAST_DURATION_MS;
  notes = [...notes, { id: (notes.at(-1)?.id ?? 0) + 1, kind, text, durationMs }];
  for (const listener of listeners) listener();
}

/** Between two tests: the last one's toasts do not reach the next. */
export function forgetToasts(): void {
  notes = [];
}

/** For tests: everything that was announced, with how long it is shown. */
export const shownToasts = (): readonly ToastNote[] => notes;

const NONE: readonly ToastNote[] = [];

/** The toaster's code loads with the first toast, not with the first page. */
const ToastStack = lazy(async () => ({ default: (await import("./toast-stack.tsx")).ToastStack }));

/** Both live regions exist from the start: a region that arrives with its first sentence is not always announced. */
export function ToastHost() {
  const shown = useSyncExternalStore(
    subscribe,
    () => notes,
    () => NONE,
  );
  const [announced, setAnnounced] = useState<ToastNote | null>(null);
  const latest = shown.at(-1) ?? null;
  useEffect(() => setAnnounced(latest), [latest]);
  const isUrgent = announced?.kind === "error" || announced?.kind === "warning";
  return (
    <>
      <div role="status" aria-live="polite" className="sr-only">
        {announced && !isUrgent && <span key={announced.id}>{announced.text}</span>}
      </div>
      <div role="alert" aria-live="assertive" className="sr-only">
        {announced && isUrgent && <span key={announced.id}>{announced.text}</span>}
      </div>
      {shown.length > 0 && (
        <Suspense>
          <ToastStack notes={shown} />
        </Suspense>
      )}
    </>
  );
}
