import { HOUR_MS, MINUTE_MS } from "@vriddhi/core/time/clock";

/** At most `burst` at once, refilled evenly over `perMs`. */
export interface Limit {
  readonly burst: number;
  readonly perMs: number;
}

/** Budgets that hold across processes. The name before the colon is the endpoint's or the feature's. */
export const limits = {
  "login:ip": { burst: 30, perMs: 5 * MINUTE_MS },
  /** Starts of an external or passkey sign-in: nothing can be guessed there, and a carrier's users share an address. */
  "login-start:ip": { burst: 300, perMs: 5 * MINUTE_MS },
  "login:account": { burst: 10, perMs: 15 * MINUTE_MS },
  /** Wrong passwords for one account from any address; above it, a correct one also needs a mailed code. */
  "login:guesses": { burst: 50, perMs: 24 * HOUR_MS },
  "signup:ip": { burst: 30, perMs: HOUR_MS },
  "code:ip": { burst: 30, perMs: 10 * MINUTE_MS },
  "otp-send:ip": { burst: 5, perMs: 10 * MINUTE_MS },
  "otp-send:ip-day": { burst: 20, perMs: 24 * HOUR_MS },
  "otp-send:phone": { burst: 1, perMs: MINUTE_MS },
  "otp-send:phone-10min": { burst: 3, perMs: 10 * MINUTE_MS },
  "otp-send:phone-day": { burst: 6, perMs: 24 * HOUR_MS },
  "otp-send:account": { burst: 3, perMs: 10 * MINUTE_MS },
  /** Ten thousand neighbouring numbers: SMS pumping walks through a block. */
  "otp-send:block": { burst: 10, perMs: HOUR_MS },
  /** All texts of the product together, to cap the bill. */
  "otp-send:all": { burst: 2_000, perMs: HOUR_MS },
  "otp-send:all-day": { burst: 10_000, perMs: 24 * HOUR_MS },
  "otp-check:ip": { burst: 30, perMs: 10 * MINUTE_MS },
  "otp-check:phone-day": { burst: 15, perMs: 24 * HOUR_MS },
  "support:ip": { burst: 5, perMs: HOUR_MS },
  /** Acknowledgements per mail address and day, which strangers may enter. */
  "support:address-day": { burst: 3, perMs: 24 * HOUR_MS },
  "support-write:ip": { burst: 60, perMs: HOUR_MS },
  "support-write:account": { burst: 30, perMs: HOUR_MS },
  "payment:ip": { burst: 60, perMs: 10 * MINUTE_MS },
  /** Coupon codes are guessable words. */
  "coupon:ip": { burst: 30, perMs: 10 * MINUTE_MS },
  "download:ip": { burst: 30, perMs: 10 * MINUTE_MS },
  /** Brokers lock accounts after a few wrong PINs, and every try comes from our address. */
  "connect:ip": { burst: 30, perMs: 10 * MINUTE_MS },
  "connect:account": { burst: 12, perMs: 10 * MINUTE_MS },
  /** Links of messages cannot be guessed, and a signal sends them to many users of one address at once. */
  "connect-link:ip": { burst: 600, perMs: 10 * MINUTE_MS },
  "approval-link:ip": { burst: 600, perMs: 10 * MINUTE_MS },
  "notify:ip": { burst: 30, perMs: 10 * MINUTE_MS },
  "notify:account": { burst: 6, perMs: 10 * MINUTE_MS },
  "blog-image:ip": { burst: 60, perMs: 10 * MINUTE_MS },
  "newsletter:ip": { burst: 10, perMs: HOUR_MS },
  /** Confirmation links per mail address and day, which strangers may enter. */
  "newsletter:address-day": { burst: 3, perMs: 24 * HOUR_MS },
  "newsletter-link:ip": { burst: 60, perMs: 10 * MINUTE_MS },
  "mail-code:account": { burst: 1, perMs: MINUTE_MS },
  /** Mails per address and day, which strangers may enter. */
  "mail-code:account-day": { burst: 20, perMs: 24 * HOUR_MS },
  /** The same for its owner on a known device. */
  "mail-code:known-day": { burst: 20, perMs: 24 * HOUR_MS },
} as const satisfies Record<string, Limit>;

export type LimitKey = keyof typeof limits;

/** Everything else, per known session or address, and per process: generous for people, closed for floods. */
export const GENERAL_LIMIT: Limit = { burst: 400, perMs: 20_000 };

/** Built files are cheap, a page needs dozens, and many users share a carrier's address. */
export const FILES_LIMIT: Limit = { burst: 10_000, perMs: 20_000 };
