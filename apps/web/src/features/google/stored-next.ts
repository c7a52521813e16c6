import { safeNextPath } from "../../lib/next-path.ts";

/** Lives in this tab only, for the way to Google and back. */
const KEY = "google_next";

/** The target page after the sign-in; `null` forgets an earlier attempt's. */
export function rememberNextPath(path: string | null): void {
  try {
    if (path === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, path);
  } catch {
    // storage is switched off in this browser: the sign-in works, but ends at the default page
  }
}

/** Reads and deletes it. Validated again: any script of this origin could have written it. */
export function takeNextPath(): string | null {
  try {
    const path = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return safeNextPath(path);
  } catch {
    return null;
  }
}
