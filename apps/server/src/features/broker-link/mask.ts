const DOT = "•";
const DOTS = DOT.repeat(8);
/** Fits a field of four digits. */
const SHORT_DOTS = DOT.repeat(4);
/** The last letters would reveal half of a shorter secret. */
const TELLING_MIN = 16;
const TAIL = 4;

/** The mask shown in place of a secret. A secret always has the same mask. */
export function maskOf(secret: string | null): string {
  if (secret === null) return "";
  return secret.length < TELLING_MIN ? SHORT_DOTS : `${DOTS}${secret.slice(-TAIL)}`;
}

/** A mask sent back means: keep the stored value. */
export const keptOrTyped = (typed: string, stored: string | null): string | null =>
  typed.includes(DOT) ? (typed === maskOf(stored) ? stored : null) : typed;

const CLIENT_TAIL = 3;

/** Enough of a client id for its owner to recognise it, and at most half. */
export const clientTail = (clientId: string): string =>
  clientId.slice(-Math.max(1, Math.min(CLIENT_TAIL, Math.floor(clientId.length / 2))));
