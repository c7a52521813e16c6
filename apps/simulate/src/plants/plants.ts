import { type IstMinute, istMinute } from "@vriddhi/core/time/ist";
import {
  doubleExit,
  foreignQuantityExit,
  ignorePartial,
  ignoreStopRejected,
  modifyRefusalFinal,
  resendOnTimeout,
  singleReadOutside,
  skipLookup,
} from "./adapter-plants.ts";
import type { Plant } from "./plant.ts";
import {
  chargeOtherAccount,
  commitErrorMeansNo,
  doubleCountFill,
  forgetStopAfterRestart,
  killIgnoresClaimed,
  lateEntry,
  retryAfterRestart,
} from "./store-plants.ts";

const shifted = (minute: IstMinute, by: number): IstMinute => istMinute(Math.floor((minute + by) / 60), (minute + by) % 60);

/** Everything is closed a quarter of an hour too late. */
const squareOffLate: Plant = {
  account: (account) => ({
    ...account,
    hours: {
      ...account.hours,
      closingFrom: shifted(account.hours.closingFrom, 10),
      flatBy: shifted(account.hours.flatBy, 10),
      brokerSquareOff: shifted(account.hours.brokerSquareOff, 10),
    },
  }),
};

/** Nobody knows when the broker begins to close by itself. */
const retryIntoSquareOff: Plant = {
  account: (account) => ({
    ...account,
    hours: { ...account.hours, brokerSquareOff: shifted(account.hours.brokerSquareOff, 10) },
  }),
};

/** Both feeds are the same one, so that a price that never was is its own second source. */
const stopOnOnePrint: Plant = {
  prices: (prices) => ({
    ...prices,
    quotes: (isin) => {
      const [first] = prices.quotes(isin);
      return first === undefined ? [] : [first, { ...first, source: "second" }];
    },
  }),
};

/** Known bugs, by the names under which they are switched on. */
export const plants: Readonly<Record<string, Plant>> = {
  "resend-on-timeout": resendOnTimeout,
  "skip-lookup": skipLookup,
  "forget-stop-after-restart": forgetStopAfterRestart,
  "double-exit": doubleExit,
  "late-entry": lateEntry,
  "ignore-partial": ignorePartial,
  "charge-other-account": chargeOtherAccount,
  "double-count-fill": doubleCountFill,
  "foreign-qty-exit": foreignQuantityExit,
  "square-off-late": squareOffLate,
  "takeover-without-kill": { takesOverWithoutKill: true },
  "kill-ignores-claimed": killIgnoresClaimed,
  "retry-after-restart": retryAfterRestart,
  "destroy-not-reset": { closesWithoutReset: true },
  "modify-refusal-final": modifyRefusalFinal,
  "ignore-stop-rejected": ignoreStopRejected,
  "single-read-outside": singleReadOutside,
  "retry-into-square-off": retryIntoSquareOff,
  "stop-on-one-print": stopOnOnePrint,
  "commit-error-means-no": commitErrorMeansNo,
};
