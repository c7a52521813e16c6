import type { Paise } from "../shared/money.ts";
import { type EpochMs, later } from "../time/clock.ts";
import { type PeriodChanges, type Purchase, placePurchase } from "./purchase.ts";
import { inOrder, isRunning, type Span, type SubscriptionPeriod } from "./subscription.ts";

const NEW_PURCHASE = "this purchase";

/** The periods after the changes; `name` names new rows. */
export function applyChanges<Period extends SubscriptionPeriod>(
  periods: readonly Period[],
  changes: PeriodChanges,
  bought: Period | null,
  name: (of: string) => string,
): readonly Period[] {
  const moved = new Map(changes.moved.map((row) => [row.id, row]));
  const rest = periods
    .filter(({ id }) => !changes.dropped.includes(id))
    .map((row) => {
      const { startsAt, endsAt } = moved.get(row.id) ?? row;
      return { ...row, startsAt, endsAt };
    });
  const continued = changes.continued.flatMap(({ of, startsAt, endsAt }) => {
    const whole = periods.find(({ id }) => id === of);
    return whole ? [{ ...whole, id: name(of), startsAt, endsAt }] : [];
  });
  return inOrder([...rest, ...continued, ...(bought ? [bought] : [])]);
}

export interface PurchasePreview {
  readonly bought: Span;
  readonly coveredUntil: EpochMs;
  /** When `pausedUntil` is set, the period is interrupted and resumes then; `endsAt` is its own last instant. */
  readonly running: {
    readonly period: SubscriptionPeriod;
    readonly pausedUntil: EpochMs | null;
    readonly endsAt: EpochMs;
  } | null;
  /** All periods from now on, in order and without a gap. */
  readonly timeline: readonly (SubscriptionPeriod & { readonly isThisPurchase: boolean })[];
}

export interface MovedPurchase {
  readonly plan: string;
  readonly band: Paise;
  readonly from: Span;
  readonly to: Span;
}

function spanAhead(rows: readonly SubscriptionPeriod[], purchaseId: string, now: EpochMs): Span | null {
  const ahead = inOrder(rows.filter((row) => row.purchaseId === purchaseId && row.endsAt > now));
  const [first, last] = [ahead[0], ahead.at(-1)];
  return first && last ? { startsAt: first.startsAt, endsAt: last.endsAt } : null;
}

export function movedPurchases(
  before: readonly SubscriptionPeriod[],
  after: readonly SubscriptionPeriod[],
  now: EpochMs,
): readonly MovedPurchase[] {
  const ids = new Set(inOrder(before).map(({ purchaseId }) => purchaseId));
  return [...ids].flatMap((purchaseId) => {
    const [from, to] = [spanAhead(before, purchaseId, now), spanAhead(after, purchaseId, now)];
    const row = before.find((period) => period.purchaseId === purchaseId);
    if (!row || !from || !to) return [];
    if (from.startsAt === to.startsAt && from.endsAt === to.endsAt) return [];
    return [{ plan: row.plan, band: row.band, from, to }];
  });
}

export function previewPurchase(
  periods: readonly SubscriptionPeriod[],
  purchase: Purchase,
  now: EpochMs,
): PurchasePreview {
  const changes = placePurchase(periods, purchase, now);
  const span = changes.bought ?? { startsAt: now, endsAt: later(now, purchase.lengthMs) };
  const bought: SubscriptionPeriod = {
    id: NEW_PURCHASE,
    purchaseId: NEW_PURCHASE,
    plan: purchase.plan,
    startsAt: span.startsAt,
    endsAt: span.endsAt,
    band: purchase.band,
    paymentId: null,
  };
  const after = applyChanges(periods, changes, bought, (of) => `${of}, continued`);
  const ahead = after.filter(({ endsAt }) => endsAt > now);
  const running = periods.find((period) => isRunning(period, now)) ?? null;
  const rest = ahead.find(({ purchaseId }) => purchaseId === running?.purchaseId);
  return {
    bought: span,
    coveredUntil: ahead.at(-1)?.endsAt ?? span.endsAt,
    running: running && {
      period: running,
      pausedUntil: rest && rest.startsAt > now ? rest.startsAt : null,
      endsAt: rest?.endsAt ?? running.endsAt,
    },
    timeline: ahead.map((period) => ({
      ...period,
      startsAt: period.startsAt < now ? now : period.startsAt,
      isThisPurchase: period === bought,
    })),
  };
}
