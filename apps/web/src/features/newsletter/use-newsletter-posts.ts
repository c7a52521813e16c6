import { useMemo, useSyncExternalStore } from "react";
import { type NewsletterPost, POSTS_KEY, parsePosts, seededPost } from "./newsletter-posts.ts";

function readStored(): string | null {
  try {
    return localStorage.getItem(POSTS_KEY);
  } catch {
    return null; // storage is switched off in this browser
  }
}

/** C4.7: notifies this window like the other ones. `false` where the browser stores nothing. */
export function storePosts(posts: readonly NewsletterPost[]): boolean {
  const newValue = JSON.stringify(posts);
  try {
    localStorage.setItem(POSTS_KEY, newValue);
  } catch {
    return false;
  }
  window.dispatchEvent(new StorageEvent("storage", { key: POSTS_KEY, newValue }));
  return true;
}

export function seedPosts(): void {
  if (readStored() === null) storePosts([seededPost]);
}

export const currentPosts = (): readonly NewsletterPost[] => parsePosts(readStored()) ?? [];

function subscribe(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === null || key === POSTS_KEY) listener();
  };
  addEventListener("storage", onStorage);
  return () => removeEventListener("storage", onStorage);
}

export function useNewsletterPosts(): readonly NewsletterPost[] {
  const text = useSyncExternalStore(subscribe, readStored, () => null);
  return useMemo(() => parsePosts(text) ?? [], [text]);
}
