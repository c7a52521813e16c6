import { useSyncExternalStore } from "react";

let target: string | null = null;
const listeners = new Set<() => void>();

function set(next: string | null): void {
  target = next;
  for (const listener of listeners) listener();
}

/** A2.26: the id of the element that the home page must scroll to, set from anywhere on the site. */
export const setScrollTarget = (id: string): void => set(id);

export const clearScrollTarget = (): void => set(null);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useScrollTarget = (): string | null =>
  useSyncExternalStore(
    subscribe,
    () => target,
    () => null,
  );
