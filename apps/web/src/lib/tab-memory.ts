/** What this tab is in the middle of. A reload, or a phone that dropped the page, comes back to it; another tab knows nothing. */
export function keepInTab(key: string, value: object): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ value, keptAtMs: Date.now() }));
  } catch {
    // storage is switched off: it lasts as long as the page stays
  }
}

export function forgetInTab(key: string): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // storage is switched off: there is nothing to forget
  }
}

/** What was kept less than `lifeMs` ago, for its owner to check; otherwise null. */
export function readInTab(key: string, lifeMs: number): unknown {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? "null") as { value?: unknown; keptAtMs?: unknown } | null;
    const isFresh = typeof kept?.keptAtMs === "number" && Date.now() - kept.keptAtMs < lifeMs;
    return isFresh ? kept?.value : null;
  } catch {
    return null;
  }
}
