import type { Paise } from "../shared/money.ts";
import { DAY_MS, type EpochMs, HOUR_MS } from "../time/clock.ts";

/** One purchase is one period with its own band; `[startsAt, endsAt)` on the market clock. */
export interface SubscriptionPeriod {
  readonly id: string;
  readonly plan: string;
  readonly startsAt: EpochMs;
  readonly endsAt: EpochMs;
  readonly band: Paise;
  readonly paymentId: string | null;
}

export type SubscriptionStatus = "active" | "expired" | "pending" | "inactive";

export interface SubscriptionView {
  /** The running period; else the next to begin; else the last that ended. */
  readonly period: SubscriptionPeriod | null;
  readonly status: SubscriptionStatus;
  readonly daysRemaining: number;
  /** 0 to 23: what is left beside the whole days. */
  readonly hoursRemaining: number;
}

export const isRunning = (period: SubscriptionPeriod, now: EpochMs): boolean =>
  period.startsAt <= now && now < period.endsAt;

/**
 * Where an unbroken chain of periods that holds `now` comes to its end:
 * a renewal bought early counts as time remaining, a gap ends the chain.
 */
export function coveredUntil(unordered: readonly SubscriptionPeriod[], now: EpochMs): EpochMs {
  let until = now;
  for (const period of unordered.toSorted((a, b) => a.startsAt - b.startsAt))
    if (period.startsAt <= until && period.endsAt > until) until = period.endsAt;
  return until;
}

const lastEnded = (periods: readonly SubscriptionPeriod[]): SubscriptionPeriod | null =>
  periods.toSorted((a, b) => a.endsAt - b.endsAt).at(-1) ?? null;

/** What a person's subscription looks like at `now`. A3.3, A7.9 */
export function subscriptionAt(unordered: readonly SubscriptionPeriod[], now: EpochMs): SubscriptionView {
  const periods = unordered.toSorted((a, b) => a.startsAt - b.startsAt || a.endsAt - b.endsAt);
  const running = periods.find((period) => isRunning(period, now));
  if (running) {
    const leftMs = coveredUntil(periods, now) - now;
    return {
      period: running,
      status: "active",
      daysRemaining: Math.floor(leftMs / DAY_MS),
      hoursRemaining: Math.floor((leftMs % DAY_MS) / HOUR_MS),
    };
  }
  const upcoming = periods.find((period) => period.startsAt > now);
  const period = upcoming ?? lastEnded(periods);
  const status = upcoming ? "pending" : period ? "expired" : "inactive";
  return { period, status, daysRemaining: 0, hoursRemaining: 0 };
}
