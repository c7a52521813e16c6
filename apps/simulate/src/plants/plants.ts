import { type IstMinute, istMinute } from "@vriddhi/core/time/ist";
import {
  doubleExit,
  foreignQuantityExit,
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
  retryAfterRestart,
} from "./store-plants.ts";

const shifted = (minute: IstMinute, by: number): IstMinute =>
  istMinute(Math.floor((minute + by) / 60), (minute + by) % 60);

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

/** Known bugs, by the names under which they are switched on. */
export const plants: Readonly<Record<string, Plant>> = {
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
};
