/** Survives a reload, or a page that the phone dropped; other tabs do not see it. */
export function keepInTab(key: string, value: object): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ value, keptAtMs: Date.now() }));
  } catch {
    // storage is switched off: it lasts as long as the page
  }
}

export function forgetInTab(key: string): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // storage is switched off: there is nothing to forget
  }
}

/** The value stored less than `lifeMs` ago, for its owner to validate; otherwise `null`. */
export function readInTab(key: string, lifeMs: number): unknown {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? "null") as { value?: unknown; keptAtMs?: unknown } | null;
    const isFresh = typeof kept?.keptAtMs === "number" && Date.now() - kept.keptAtMs < lifeMs;
    return isFresh ? kept?.value : null;
  } catch {
    return null;
  }
}
