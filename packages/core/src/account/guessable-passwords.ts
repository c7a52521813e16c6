import { FINGERPRINTS } from "./password-fingerprints.ts";
import { PASSWORD_MIN } from "./rules.ts";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const BITS_PER_LETTER = 5;
const HAS_MORE = 1 << BITS_PER_LETTER;
/** Large enough that at most two of ten thousand other passwords are false positives. */
const SPACE = 2 ** 26;

/** FNV-1a with extra bit mixing. */
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

/** Users append these to a password that was called too easy, and so do attackers. */
const TAIL = /[\d!@#$%&*.?_-]{1,4}$/;

/** True for a common password, also with a year or a sign behind it. It warns and never refuses. */
export function isCommonPassword(password: string): boolean {
  known ??= readFingerprints(FINGERPRINTS);
  const typed = password.toLowerCase();
  const bare = typed.replace(TAIL, "");
  return known.has(fingerprintOf(typed)) || (bare.length >= PASSWORD_MIN && known.has(fingerprintOf(bare)));
}
