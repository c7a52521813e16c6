import { useSyncExternalStore } from "react";

let target: string | null = null;
const listeners = new Set<() => void>();

function set(next: string | null): void {
  target = next;
  for (const listener of listeners) listener();
}

/** A2.26: from anywhere on the site, the id of the element that the home page shall scroll to. */
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
