import type { Paise } from "../shared/money.ts";
import { type EpochMs, later } from "../time/clock.ts";
import { TRIAL_PLAN } from "./plans.ts";
import { inOrder, type Span, type SubscriptionPeriod } from "./subscription.ts";

/** A payment before its period is placed. */
export interface Purchase {
  readonly plan: string;
  readonly lengthMs: number;
  readonly band: Paise;
}

export interface PeriodChanges {
  /** The period of the purchase; `null` if nothing was bought. */
  readonly bought: Span | null;
  readonly moved: readonly ({ readonly id: string } & Span)[];
  /** The rest of an interrupted period, at its own band. */
  readonly continued: readonly ({ readonly of: string } & Span)[];
  readonly dropped: readonly string[];
}

/** The rest of one purchase and the rows that hold it. `begun` is the row that ran until now. */
interface Lot {
  readonly plan: string;
  readonly band: Paise;
  readonly leftMs: number;
  readonly begun: SubscriptionPeriod | null;
  readonly waiting: readonly SubscriptionPeriod[];
}

const leftOf = ({ startsAt, endsAt }: Span, now: EpochMs): number => endsAt - Math.max(startsAt, now);

/** Lots in their current order, so that equals keep the order of purchase. */
function lotsOf(periods: readonly SubscriptionPeriod[], now: EpochMs): readonly Lot[] {
  const ahead = inOrder(periods.filter((period) => period.endsAt > now));
  return [...new Set(ahead.map(({ purchaseId }) => purchaseId))].flatMap((purchaseId) => {
    const rows = ahead.filter((period) => period.purchaseId === purchaseId);
    const [first] = rows;
    if (!first) return [];
    const leftMs = rows.reduce((sum, row) => sum + leftOf(row, now), 0);
    const waiting = rows.filter(({ startsAt }) => startsAt >= now);
    const begun = rows.find(({ startsAt }) => startsAt < now) ?? null;
    return [{ plan: first.plan, band: first.band, leftMs, begun, waiting }];
  });
}

/** The highest paid band runs first, equal bands in the order of purchase, the trial last. */
const byRank = (a: Pick<Lot, "plan" | "band">, b: Pick<Lot, "plan" | "band">): number =>
  Number(a.plan === TRIAL_PLAN) - Number(b.plan === TRIAL_PLAN) || b.band - a.band;

/** Places one lot on its span with as few changed rows as possible: its first row keeps its name. */
function layLot({ begun, waiting }: Lot, span: Span, now: EpochMs): Omit<PeriodChanges, "bought"> {
  const goesOn = begun !== null && span.startsAt === now;
  const [kept, ...surplus] = goesOn ? [begun, ...waiting] : waiting;
  const moved: ({ readonly id: string } & Span)[] = [];
  if (begun !== null && !goesOn) moved.push({ id: begun.id, startsAt: begun.startsAt, endsAt: now });
  if (kept) moved.push({ id: kept.id, startsAt: goesOn ? kept.startsAt : span.startsAt, endsAt: span.endsAt });
  const continued = begun !== null && !kept ? [{ of: begun.id, startsAt: span.startsAt, endsAt: span.endsAt }] : [];
  return { moved, continued, dropped: surplus.map(({ id }) => id) };
}

/** Lays all lots one after the other from `now` on; the past stays. */
function layOut(lots: readonly Lot[], purchase: Purchase | null, now: EpochMs): PeriodChanges {
  const requested: Lot | null = purchase && {
    plan: purchase.plan,
    band: purchase.band,
    leftMs: purchase.lengthMs,
    begun: null,
    waiting: [],
  };
  const ranked = (requested ? [...lots, requested] : lots).toSorted(byRank);
  const changes: Omit<PeriodChanges, "bought">[] = [];
  let bought: Span | null = null;
  let startsAt = now;
  for (const lot of ranked) {
    const span = { startsAt, endsAt: later(startsAt, lot.leftMs) };
    if (lot === requested) bought = span;
    else changes.push(layLot(lot, span, now));
    startsAt = span.endsAt;
  }
  return {
    bought,
    moved: changes.flatMap(({ moved }) => moved),
    continued: changes.flatMap(({ continued }) => continued),
    dropped: changes.flatMap(({ dropped }) => dropped),
  };
}

function onlyReal(changes: PeriodChanges, periods: readonly SubscriptionPeriod[]): PeriodChanges {
  const isMoved = ({ id, startsAt, endsAt }: { readonly id: string } & Span) =>
    !periods.some((row) => row.id === id && row.startsAt === startsAt && row.endsAt === endsAt);
  const { bought, moved, continued, dropped } = changes;
  return { bought, moved: moved.filter(isMoved), continued, dropped };
}

/** A higher band, or any in the trial, starts at once; a renewal follows; a lower band waits. Days are conserved. */
export const placePurchase = (
  periods: readonly SubscriptionPeriod[],
  purchase: Purchase,
  now: EpochMs,
): PeriodChanges => onlyReal(layOut(lotsOf(periods, now), purchase, now), periods);

/** Refund: removes the unused days and moves up whatever follows. */
export function withdrawPurchase(
  periods: readonly SubscriptionPeriod[],
  isOfPurchase: (period: SubscriptionPeriod) => boolean,
  now: EpochMs,
): PeriodChanges {
  const gone = periods.filter((period) => isOfPurchase(period) && period.endsAt > now);
  const rest = layOut(
    lotsOf(
      periods.filter((period) => !isOfPurchase(period)),
      now,
    ),
    null,
    now,
  );
  const cut = gone.filter(({ startsAt }) => startsAt < now);
  const changes = {
    bought: null,
    moved: [...cut.map(({ id, startsAt }) => ({ id, startsAt, endsAt: now })), ...rest.moved],
    continued: rest.continued,
    dropped: [...gone.filter(({ startsAt }) => startsAt >= now).map(({ id }) => id), ...rest.dropped],
  };
  return onlyReal(changes, periods);
}
