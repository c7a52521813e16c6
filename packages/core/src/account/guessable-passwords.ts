import { FINGERPRINTS } from "./password-fingerprints.ts";
import { PASSWORD_MIN } from "./rules.ts";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const BITS_PER_LETTER = 5;
const HAS_MORE = 1 << BITS_PER_LETTER;
/** So wide that of ten thousand other passwords one or two share a fingerprint with a common one. */
const SPACE = 2 ** 26;

/** FNV-1a with its bits mixed once more. */
function fingerprintOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  hash ^= hash >>> 12;
  return (hash >>> 0) % SPACE;
}

function readFingerprints(letters: string): ReadonlySet<number> {
  const found = new Set<number>();
  let last = 0;
  let difference = 0;
  let shift = 0;
  for (const letter of letters) {
    const value = ALPHABET.indexOf(letter);
    difference += (value % HAS_MORE) * 2 ** shift;
    shift += BITS_PER_LETTER;
    if (value >= HAS_MORE) continue;
    last += difference;
    found.add(last);
    [difference, shift] = [0, 0];
  }
  return found;
}

let known: ReadonlySet<number> | null = null;

/** What people put behind a password that they were told is too easy; thieves put the same there. */
const TAIL = /[\d!@#$%&*.?_-]{1,4}$/;

/** True for a password that everybody tries first, with a year or a sign behind it too. It warns and never refuses. */
export function isCommonPassword(password: string): boolean {
  known ??= readFingerprints(FINGERPRINTS);
  const typed = password.toLowerCase();
  const bare = typed.replace(TAIL, "");
  return known.has(fingerprintOf(typed)) || (bare.length >= PASSWORD_MIN && known.has(fingerprintOf(bare)));
}
