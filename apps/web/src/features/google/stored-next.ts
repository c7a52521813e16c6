import { safeNextPath } from "../../lib/next-path.ts";

/** Lives in this tab only, for the way to Google and back. */
const KEY = "google_next";

/** Where to go after the sign-in; null forgets what an earlier attempt left. */
export function rememberNextPath(path: string | null): void {
  try {
    if (path === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, path);
  } catch {
    // storage is switched off in this browser: the sign-in works, it only ends at the usual place
  }
}

/** Reads and forgets. Checked again: whatever runs on this origin could have written it. */
export function takeNextPath(): string | null {
  try {
    const path = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return safeNextPath(path);
  } catch {
    return null;
  }
}
