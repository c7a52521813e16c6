/** B4.7: logout deletes what this browser stores for a user: every such key has this prefix and the user id. */
const PREFIX = "own:";

export const personKey = (userId: string, name: string): string => `${PREFIX}${userId}:${name}`;

function listKeys(): readonly string[] {
  return Array.from({ length: localStorage.length }, (_, place) => localStorage.key(place) ?? "");
}

/** Removes all keys of other users than `userId`; without one, of all users. */
export function forgetOthers(userId: string | null): void {
  try {
    const kept = userId === null ? null : `${PREFIX}${userId}:`;
    for (const key of listKeys())
      if (key.startsWith(PREFIX) && (kept === null || !key.startsWith(kept))) localStorage.removeItem(key);
  } catch {
    // storage is switched off: there is nothing to forget
  }
}
