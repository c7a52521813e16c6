import type { Paise } from "../shared/money.ts";
import { type EpochMs, later } from "../time/clock.ts";
import { TRIAL_PLAN } from "./plans.ts";
import { isRunning, type SubscriptionPeriod } from "./subscription.ts";

/** What was paid for, before it has a place in time. */
export interface Purchase {
  readonly plan: string;
  readonly lengthMs: number;
  readonly band: Paise;
}

type Span = Pick<SubscriptionPeriod, "startsAt" | "endsAt">;

/** How a person's periods change: rows that get other bounds, rows that come to be, rows that go. */
export interface PeriodChanges {
  /** Where the purchase itself lies; null when nothing was bought. */
  readonly bought: Span | null;
  readonly moved: readonly ({ readonly id: string } & Span)[];
  /** The rest of a period that had to make way, at its own band. */
  readonly continued: readonly ({ readonly of: string } & Span)[];
  readonly dropped: readonly string[];
}

const NOTHING: PeriodChanges = { bought: null, moved: [], continued: [], dropped: [] };

const shifted = ({ startsAt, endsAt }: Span, byMs: number): Span => ({
  startsAt: later(startsAt, byMs),
  endsAt: later(endsAt, byMs),
});

const startsAtOnce = (running: SubscriptionPeriod | undefined, purchase: Purchase): boolean =>
  running === undefined || running.plan === TRIAL_PLAN || purchase.band > running.band;

/**
 * Buying while active appends. A higher band, or any purchase during the trial, starts at once;
 * everything that was still to come follows it unshortened, each at its own band.
 */
export function placePurchase(periods: readonly SubscriptionPeriod[], purchase: Purchase, now: EpochMs): PeriodChanges {
  const ahead = periods.filter((period) => period.endsAt > now);
  const running = ahead.find((period) => isRunning(period, now));
  if (!startsAtOnce(running, purchase)) {
    const startsAt = ahead.reduce((end, period) => (period.endsAt > end ? period.endsAt : end), now);
    return { ...NOTHING, bought: { startsAt, endsAt: later(startsAt, purchase.lengthMs) } };
  }
  const bought = { startsAt: now, endsAt: later(now, purchase.lengthMs) };
  return { ...NOTHING, bought, ...makeWay(ahead, now, purchase.lengthMs) };
}

/** What already began stays where it was until `now`; its rest and all that follows move by `byMs`. */
function makeWay(ahead: readonly SubscriptionPeriod[], now: EpochMs, byMs: number) {
  const begun = ahead.filter((period) => period.startsAt < now);
  const untouched = ahead.filter((period) => period.startsAt >= now);
  return {
    moved: [
      ...begun.map(({ id, startsAt }) => ({ id, startsAt, endsAt: now })),
      ...untouched.map((period) => ({ id: period.id, ...shifted(period, byMs) })),
    ],
    continued: begun.map((period) => ({ of: period.id, ...shifted({ startsAt: now, endsAt: period.endsAt }, byMs) })),
  };
}

/** Paid back: what was not used yet goes, and whatever comes after it moves up. */
export function withdrawPurchase(
  periods: readonly SubscriptionPeriod[],
  isOfPurchase: (period: SubscriptionPeriod) => boolean,
  now: EpochMs,
): PeriodChanges {
  const ahead = periods.filter((period) => period.endsAt > now).toSorted((a, b) => a.startsAt - b.startsAt);
  const gone = ahead.filter(isOfPurchase);
  const freedBefore = (at: EpochMs): number =>
    gone
      .filter((period) => period.startsAt < at)
      .reduce((sum, { startsAt, endsAt }) => sum + endsAt - Math.max(startsAt, now), 0);
  const others = ahead.filter((period) => !isOfPurchase(period) && freedBefore(period.startsAt) > 0);
  const begun = gone.filter((period) => period.startsAt < now);
  return {
    ...NOTHING,
    moved: [
      ...begun.map(({ id, startsAt }) => ({ id, startsAt, endsAt: now })),
      ...others.map((period) => ({ id: period.id, ...shifted(period, -freedBefore(period.startsAt)) })),
    ],
    dropped: gone.filter((period) => period.startsAt >= now).map(({ id }) => id),
  };
}
