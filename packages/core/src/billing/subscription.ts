import type { Paise } from "../shared/money.ts";
import { DAY_MS, type EpochMs, HOUR_MS } from "../time/clock.ts";

/** `[startsAt, endsAt)` on the market clock; an interrupted purchase has several with the same `purchaseId`. */
export interface SubscriptionPeriod {
  readonly id: string;
  readonly purchaseId: string;
  readonly plan: string;
  readonly startsAt: EpochMs;
  readonly endsAt: EpochMs;
  readonly band: Paise;
  readonly paymentId: string | null;
}

export type SubscriptionStatus = "active" | "expired" | "pending" | "inactive";

export interface Span {
  readonly startsAt: EpochMs;
  readonly endsAt: EpochMs;
}

/** The single source for every screen, call and mail. */
export interface SubscriptionView<Period extends SubscriptionPeriod = SubscriptionPeriod> {
  readonly status: SubscriptionStatus;
  /** The running period; else the next to begin; else the last that ended. */
  readonly period: Period | null;
  readonly running: Period | null;
  /** The periods after the shown one without a gap, in order. */
  readonly following: readonly Period[];
  /** The unbroken cover that contains the shown period: from the first instant to the last paid one. */
  readonly cover: Span | null;
  readonly daysRemaining: number;
  /** 0 to 23: the rest beside the whole days. */
  readonly hoursRemaining: number;
}

export const isRunning = ({ startsAt, endsAt }: Span, now: EpochMs): boolean => startsAt <= now && now < endsAt;

export const inOrder = <Period extends Span>(periods: readonly Period[]): readonly Period[] =>
  periods.toSorted((a, b) => a.startsAt - b.startsAt || a.endsAt - b.endsAt);

function coversOf(ordered: readonly Span[]): readonly Span[] {
  const covers: Span[] = [];
  for (const { startsAt, endsAt } of ordered) {
    const last = covers.at(-1);
    if (last && startsAt <= last.endsAt)
      covers[covers.length - 1] = { startsAt: last.startsAt, endsAt: endsAt > last.endsAt ? endsAt : last.endsAt };
    else covers.push({ startsAt, endsAt });
  }
  return covers;
}

function shownOf<Period extends SubscriptionPeriod>(ordered: readonly Period[], now: EpochMs): Period | null {
  const running = ordered.find((period) => isRunning(period, now));
  const upcoming = ordered.find((period) => period.startsAt > now);
  const ended = ordered.toSorted((a, b) => a.endsAt - b.endsAt).at(-1);
  return running ?? upcoming ?? ended ?? null;
}

function statusOf(shown: Span | null, now: EpochMs): SubscriptionStatus {
  if (shown === null) return "inactive";
  if (isRunning(shown, now)) return "active";
  return shown.startsAt > now ? "pending" : "expired";
}

export function subscriptionAt<Period extends SubscriptionPeriod>(
  unordered: readonly Period[],
  now: EpochMs,
): SubscriptionView<Period> {
  const ordered = inOrder(unordered);
  const period = shownOf(ordered, now);
  const status = statusOf(period, now);
  const cover = period && (coversOf(ordered).find((span) => isRunning(span, period.startsAt)) ?? null);
  const isInCover = ({ startsAt }: Span) => period !== null && cover !== null && startsAt < cover.endsAt;
  const leftMs = status === "active" && cover ? cover.endsAt - now : 0;
  return {
    status,
    period,
    running: status === "active" ? period : null,
    following: ordered.filter((other) => period !== null && other.startsAt >= period.endsAt && isInCover(other)),
    cover,
    daysRemaining: Math.floor(leftMs / DAY_MS),
    hoursRemaining: Math.floor((leftMs % DAY_MS) / HOUR_MS),
  };
}

export const partsOf = <Period extends SubscriptionPeriod>(
  periods: readonly Period[],
  purchaseId: string,
): readonly Period[] => inOrder(periods.filter((period) => period.purchaseId === purchaseId));

export type PartState = "past" | "running" | "to_come";

export function partStateOf(part: Span, now: EpochMs): PartState {
  if (isRunning(part, now)) return "running";
  return part.startsAt > now ? "to_come" : "past";
}
