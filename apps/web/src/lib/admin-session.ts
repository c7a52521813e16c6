import { useSyncExternalStore } from "react";

/** C3.5, C6.3: the back office's token is in local storage and is sent with every admin call. */
const ADMIN_TOKEN_KEY = "admin_token";

/** A token that storage refused lives as long as the page. */
let unsaved: string | null = null;
const listeners = new Set<() => void>();

function change(token: string | null): void {
  unsaved = token;
  try {
    if (token === null) localStorage.removeItem(ADMIN_TOKEN_KEY);
    else localStorage.setItem(ADMIN_TOKEN_KEY, token);
  } catch {
    // storage is switched off: the token stays in memory
  }
  for (const listener of listeners) listener();
}

export function adminToken(): string | null {
  try {
    return localStorage.getItem(ADMIN_TOKEN_KEY);
  } catch {
    return unsaved;
  }
}

export const keepAdminToken = (token: string): void => change(token);

/** `which` is the refused token: a newer one of another tab stays. */
export function forgetAdminToken(which: string | null = adminToken()): void {
  if (which !== null && adminToken() === which) change(null);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    removeEventListener("storage", listener);
  };
}

/** `undefined` in prerendered HTML, where the reader is unknown. */
export const useAdminToken = (): string | null | undefined =>
  useSyncExternalStore(subscribe, adminToken, () => undefined);
