import type { Paise } from "../shared/money.ts";
import { type EpochMs, SECOND_MS } from "../time/clock.ts";

/** A larger jump, in hundredths of a percent, is not trusted at once. */
const JUMP_BASIS_POINTS = 100;
/** A second tick of the same source confirms a jump when it is at least this much later. */
const JUMP_CONFIRMED_AFTER_MS = SECOND_MS;
/** An older price decides nothing. */
export const FEED_SILENT_MS = 5 * SECOND_MS;
/** A feed is away when a share is silent this long while it was connected and the market moved; restarts take less. */
export const FEED_AWAY_MS = 60 * SECOND_MS;

const BASIS_POINTS = 10_000;

/** The exit price of a position: the bid for a long, the ask for a short. Human clock. */
export interface PricePrint {
  readonly price: Paise;
  readonly at: EpochMs;
  readonly source: string;
}

export interface PriceWatch {
  readonly trusted: Paise;
  /** When the trusted price was last received; `null` if it is only assumed so far. */
  readonly receivedAt: EpochMs | null;
  readonly doubted: PricePrint | null;
}

/** Starts with a price that is known to be real, e.g. the entry's average, so that the first tick can be a jump. */
export const startPriceWatch = (known: Paise): PriceWatch => ({ trusted: known, receivedAt: null, doubted: null });

const isJump = (from: Paise, to: Paise): boolean => Math.abs(to - from) * BASIS_POINTS > from * JUMP_BASIS_POINTS;

function isConfirmation(doubted: PricePrint, print: PricePrint): boolean {
  if (isJump(doubted.price, print.price)) return false;
  return print.source !== doubted.source || print.at - doubted.at >= JUMP_CONFIRMED_AFTER_MS;
}

/** Keeps the first untrusted print while similar ones follow, so that one second of them is enough. */
function doubt(watch: PriceWatch, print: PricePrint): PriceWatch {
  const isSameDoubt = watch.doubted !== null && !isJump(watch.doubted.price, print.price);
  return { ...watch, doubted: isSameDoubt ? watch.doubted : print };
}

export function observePrice(watch: PriceWatch, print: PricePrint): PriceWatch {
  if (watch.receivedAt !== null && print.at < watch.receivedAt) return watch;
  const isBelieved =
    !isJump(watch.trusted, print.price) || (watch.doubted !== null && isConfirmation(watch.doubted, print));
  return isBelieved ? { trusted: print.price, receivedAt: print.at, doubted: null } : doubt(watch, print);
}

/** A price too far from the trusted one to decide anything alone. */
export const isDoubted = ({ trusted }: PriceWatch, price: Paise): boolean => isJump(trusted, price);

/** `null` if it is too old to decide anything. */
export const trustedPrice = ({ trusted, receivedAt }: PriceWatch, now: EpochMs): Paise | null =>
  receivedAt !== null && now - receivedAt < FEED_SILENT_MS ? trusted : null;
