import { paise } from "@vriddhi/core/shared/money";
import { later, MINUTE_MS } from "@vriddhi/core/time/clock";
import { type IstMinute, istMinute } from "@vriddhi/core/time/ist";
import {
  doubleExit,
  emptyBookOnBadRow,
  foreignQuantityExit,
  ignorePartial,
  ignoreStopRejected,
  modifyRefusalFinal,
  resendOnTimeout,
  singleReadOutside,
  skipLookup,
  trustPushOrder,
} from "./adapter-mutants.ts";
import { forgetAbandoned } from "./forget-abandoned.ts";
import { leaseByOwnClock } from "./lease-by-own-clock.ts";
import type { Mutant } from "./mutant.ts";
import { skipFencing } from "./skip-fencing.ts";
import {
  chargeOtherAccount,
  commitErrorMeansNo,
  doubleCountFill,
  forgetStopAfterRestart,
  handedOverAtOnce,
  killIgnoresClaimed,
  netForGross,
  refusedAtOnce,
  retryAfterRestart,
  stuckAtOnce,
} from "./store-mutants.ts";

const shifted = (minute: IstMinute, by: number): IstMinute =>
  istMinute(Math.floor((minute + by) / 60), (minute + by) % 60);

/** Closes everything a quarter of an hour late. */
const squareOffLate: Mutant = {
  favours: ["open-at-close"],
  account: (account) => ({
    ...account,
    hours: {
      ...account.hours,
      closingFrom: shifted(account.hours.closingFrom, 15),
      flatBy: shifted(account.hours.flatBy, 15),
      brokerSquareOff: shifted(account.hours.brokerSquareOff, 15),
    },
  }),
};

/** An entry stays valid for a minute after `validUntil`. */
const lateEntry: Mutant = {
  favours: ["sessions-end-at-signal"],
  intent: (intent) => ({ ...intent, validUntil: later(intent.validUntil, MINUTE_MS) }),
};

/** Ignores the broker's own square-off: exits continue beside it. */
const retryIntoSquareOff: Mutant = {
  favours: ["halted-at-close"],
  account: (account) => ({
    ...account,
    hours: { ...account.hours, brokerSquareOff: shifted(account.hours.brokerSquareOff, 15) },
  }),
};

/** The second price source repeats the first, so that one print confirms itself. */
const stopOnOnePrint: Mutant = {
  favours: ["print-that-never-was"],
  prices: (prices) => ({
    ...prices,
    quotes: (isin) =>
      prices
        .quotes(isin)
        .slice(0, 1)
        .flatMap((quote) => [quote, { ...quote, source: "second" }]),
  }),
};

/** A stop's limit is next to its trigger, so that a gap jumps over both. */
const tightStopLimit: Mutant = {
  favours: ["slide-without-session"],
  settings: (settings) => ({ ...settings, exit: { ...settings.exit, stopLimitBasisPoints: 5 } }),
};

/** Recomputes the limits of the band each time, with a tick of difference. */
const churnAtCircuit: Mutant = {
  favours: ["locked-exits"],
  prices(prices) {
    let asked = 0;
    return {
      ...prices,
      band(isin) {
        const band = prices.band(isin);
        asked += 1;
        if (band === null || asked % 2 === 0) return band;
        return { ...band, lower: paise(band.lower + band.tick), upper: paise(band.upper - band.tick) };
      },
    };
  },
};

/** A new process ignores earlier calls. */
const freshLimiter: Mutant = {
  favours: ["restarts-in-a-row"],
  account: (account) => ({ ...account, seed: () => undefined }),
};

export const mutants: Readonly<Record<string, Mutant>> = {
  "resend-on-timeout": resendOnTimeout,
  "skip-lookup": skipLookup,
  "forget-stop-after-restart": forgetStopAfterRestart,
  "double-exit": doubleExit,
  "charge-other-account": chargeOtherAccount,
  "double-count-fill": doubleCountFill,
  "foreign-qty-exit": foreignQuantityExit,
  "square-off-late": squareOffLate,
  "takeover-without-kill": { takesOverWithoutKill: true },
  "kill-ignores-claimed": killIgnoresClaimed,
  "retry-after-restart": retryAfterRestart,
  "modify-refusal-final": modifyRefusalFinal,
  "ignore-stop-rejected": ignoreStopRejected,
  "single-read-outside": singleReadOutside,
  "commit-error-means-no": commitErrorMeansNo,
  "late-entry": lateEntry,
  "ignore-partial": ignorePartial,
  "retry-into-square-off": retryIntoSquareOff,
  "stop-on-one-print": stopOnOnePrint,
  "trust-push-order": trustPushOrder,
  "empty-book-on-bad-row": emptyBookOnBadRow,
  "forget-abandoned": forgetAbandoned,
  "tight-stop-limit": tightStopLimit,
  "churn-at-circuit": churnAtCircuit,
  "lease-by-own-clock": leaseByOwnClock,
  "skip-fencing": skipFencing,
  "fresh-limiter": freshLimiter,
  "net-for-gross": netForGross,
  "stuck-at-once": stuckAtOnce,
  "refused-at-once": refusedAtOnce,
  "handed-over-at-once": handedOverAtOnce,
  "destroy-not-reset": { favours: ["stalled-exits"], closesWithoutReset: true },
};
