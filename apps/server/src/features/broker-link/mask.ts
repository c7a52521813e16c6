const DOT = "•";
const DOTS = DOT.repeat(8);
/** Fits a field for four digits. */
const SHORT_DOTS = DOT.repeat(4);
/** Shorter ones would be half given away by their last letters. */
const TELLING_MIN = 16;
const TAIL = 4;

/** What stands for a secret on its way out. The same secret always has the same mask. */
export function maskOf(secret: string | null): string {
  if (secret === null) return "";
  return secret.length < TELLING_MIN ? SHORT_DOTS : `${DOTS}${secret.slice(-TAIL)}`;
}

/** A mask that comes back says: keep what you have. */
export const keptOrTyped = (typed: string, stored: string | null): string | null =>
  typed.includes(DOT) ? (typed === maskOf(stored) ? stored : null) : typed;

const CLIENT_TAIL = 3;

/** Enough of a client id for its owner to know it by, and no more than half of it. */
export const clientTail = (clientId: string): string =>
  clientId.slice(-Math.max(1, Math.min(CLIENT_TAIL, Math.floor(clientId.length / 2))));
