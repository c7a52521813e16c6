/**
 * What this browser remembers for one person and must not outlive the session: every key carries the person's id,
 * and all of them go at logout. B4.7
 */
const PREFIX = "own:";

export const personKey = (userId: string, name: string): string => `${PREFIX}${userId}:${name}`;

function listKeys(): readonly string[] {
  return Array.from({ length: localStorage.length }, (_, place) => localStorage.key(place) ?? "");
}

/** Removes what is not `userId`'s; without one, everybody's. */
export function forgetOthers(userId: string | null): void {
  try {
    const kept = userId === null ? null : `${PREFIX}${userId}:`;
    for (const key of listKeys())
      if (key.startsWith(PREFIX) && (kept === null || !key.startsWith(kept))) localStorage.removeItem(key);
  } catch {
    // storage is switched off: there is nothing to forget
  }
}
