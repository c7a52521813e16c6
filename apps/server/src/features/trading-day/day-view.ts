import { dayNoteKinds } from "@vriddhi/contract/trading-day";
import type { Tariff } from "@vriddhi/core/charges/tariff";
import type { LedgerFact } from "@vriddhi/core/ledger/ledger-event";
import { foldLedger, type LedgerTotals, netQuantityOf, type PositionTotals } from "@vriddhi/core/ledger/ledger-fold";
import { executedOrders, profitOf, profitOfDay } from "@vriddhi/core/ledger/profit";
import type { OrderTag, Side } from "@vriddhi/core/order/order";
import { isOrderFinal } from "@vriddhi/core/order/order-state";
import { oppositeSide, willingTick } from "@vriddhi/core/order/price-band";
import { dailyStopLimit, dayResult } from "@vriddhi/core/risk/daily-stop";
import type { SkipReason } from "@vriddhi/core/risk/pre-trade";
import { FEED_SILENT_MS } from "@vriddhi/core/risk/price-watch";
import { type Paise, paise } from "@vriddhi/core/shared/money";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { AccountDay } from "@vriddhi/execution/ports/order-store";
import type { Quote } from "@vriddhi/execution/ports/price-port";
import type { StoredOrder } from "@vriddhi/execution/ports/stored-order";
import { skipSentences } from "./skip.texts.ts";
import type { DayRun, DaySignal } from "./trading-day.store.ts";

export interface OpenPosition {
  readonly entry: StoredOrder;
  readonly side: Side;
  readonly quantity: number;
  readonly average: Paise;
  readonly stop: Paise | null;
  readonly target: Paise | null;
  readonly quote: Quote | null;
  /** At the price at which it could close now, before charges; `null` without a recent price. */
  readonly openResult: Paise | null;
}

export interface SeenSignal extends DaySignal {
  readonly outcome: "order" | "skipped" | "pending";
  readonly skip: { readonly reason: SkipReason; readonly sentence: string } | null;
}

const isFact =
  <K extends LedgerFact["kind"]>(kind: K) =>
  (fact: LedgerFact): fact is Extract<LedgerFact, { readonly kind: K }> =>
    fact.kind === kind;

const factsOf = <K extends LedgerFact["kind"]>({ ledger }: AccountDay, kind: K) =>
  ledger.map(({ fact }) => fact).filter(isFact(kind));

/** What the account did with each signal of its strategy. */
export function signalsOf(day: AccountDay, signals: readonly DaySignal[]): readonly SeenSignal[] {
  const ordered = new Set(day.orders.filter(({ n }) => n === 0).map(({ signalId }) => signalId));
  const skipped = new Map(factsOf(day, "skipped").map(({ signalId, reason }) => [signalId, reason]));
  return signals.map((signal) => {
    const reason = skipped.get(signal.id);
    if (ordered.has(signal.id)) return { ...signal, outcome: "order", skip: null };
    if (reason === undefined) return { ...signal, outcome: "pending", skip: null };
    return { ...signal, outcome: "skipped", skip: { reason, sentence: skipSentences[reason] } };
  });
}

const newest = (quotes: readonly Quote[]): Quote | null =>
  quotes.reduce<Quote | null>((best, each) => (best === null || each.receivedAt > best.receivedAt ? each : best), null);

/** The bid for a long position, the ask for a short one; an outdated price decides nothing. */
function leavingPrice(quote: Quote | null, isLong: boolean, now: EpochMs): Paise | null {
  if (quote === null || now - quote.receivedAt >= FEED_SILENT_MS) return null;
  return (isLong ? quote.bid : quote.ask) ?? quote.last;
}

/** The trigger of the stop order at the broker, or on its way there; before, the planned one. */
function stopOf({ positionId, side, instrument, entry }: StoredOrder, orders: readonly StoredOrder[]): Paise | null {
  const sent = orders.findLast(
    (order) =>
      order.leg === "exit" &&
      order.positionId === positionId &&
      order.pricing.kind === "stop_limit" &&
      !isOrderFinal(order.state.status),
  );
  if (sent?.pricing.kind === "stop_limit") return sent.pricing.trigger;
  return entry === null ? null : willingTick(entry.stop, oppositeSide(side), instrument.tickSize);
}

/** The first price in whole ticks at which the target is reached. */
const targetOf = ({ side, instrument, entry }: StoredOrder): Paise | null =>
  entry === null || entry.target === null ? null : willingTick(entry.target, side, instrument.tickSize);

interface PositionGround {
  readonly entry: StoredOrder;
  readonly orders: readonly StoredOrder[];
  readonly quote: Quote | null;
  readonly now: EpochMs;
}

function openPosition(position: PositionTotals, { entry, orders, quote, now }: PositionGround): OpenPosition {
  const net = netQuantityOf(position);
  const { openValue } = profitOf(position);
  const quantity = Math.abs(net);
  const price = leavingPrice(quote, net > 0, now);
  const value = price === null ? null : quantity * price;
  return {
    entry,
    side: net > 0 ? "buy" : "sell",
    quantity,
    average: paise(Math.round(openValue / quantity)),
    stop: stopOf(entry, orders),
    target: targetOf(entry),
    quote,
    openResult: value === null ? null : paise(net > 0 ? value - openValue : openValue - value),
  };
}

export interface DayDeps {
  readonly day: AccountDay;
  readonly run: DayRun | null;
  readonly lossLimit: Paise | null;
  readonly tariff: Tariff;
  readonly now: EpochMs;
  quotes(isin: string): readonly Quote[];
}

function openPositions({ day, quotes, now }: DayDeps, { positions }: LedgerTotals): readonly OpenPosition[] {
  return [...positions.values()].flatMap((position) => {
    const entry = day.orders.find((order) => order.leg === "entry" && order.positionId === position.id);
    if (entry === undefined || netQuantityOf(position) === 0) return [];
    return [openPosition(position, { entry, orders: day.orders, quote: newest(quotes(position.isin)), now })];
  });
}

function resultNow({ quotes, now, tariff }: DayDeps, totals: LedgerTotals): Paise | null {
  const positions = [...totals.positions.values()];
  return dayResult({
    realised: paise(positions.reduce((sum, position) => sum + profitOf(position).realised, 0)),
    executed: executedOrders(totals),
    open: positions.map((position) => ({
      netQuantity: netQuantityOf(position),
      openValue: profitOf(position).openValue,
      leavingPrice: leavingPrice(newest(quotes(position.isin)), netQuantityOf(position) > 0, now),
    })),
    tariff,
  });
}

export interface DayNote {
  readonly at: EpochMs;
  readonly kind: DayNoteKind;
  readonly cause: string | null;
  readonly position: string | null;
}

export type DayNoteKind = (typeof dayNoteKinds)[number];

const isNoted = (kind: string): kind is DayNoteKind => dayNoteKinds.some((each) => each === kind);

function causeOf(fact: LedgerFact): string | null {
  if ("reason" in fact) return fact.reason;
  return "cause" in fact ? fact.cause : null;
}

const notesOf = ({ ledger }: AccountDay): readonly DayNote[] =>
  ledger.flatMap(({ at, fact }) =>
    isNoted(fact.kind)
      ? [{ at, kind: fact.kind, cause: causeOf(fact), position: "positionId" in fact ? fact.positionId : null }]
      : [],
  );

const endsOf = ({ ledger }: AccountDay): ReadonlyMap<OrderTag, EpochMs> =>
  new Map(
    ledger.flatMap(({ at, fact }) => (fact.kind === "order_moved" && isOrderFinal(fact.to) ? [[fact.tag, at]] : [])),
  );

const heldCount = ({ positions }: LedgerTotals): number =>
  [...positions.values()].filter((position) => netQuantityOf(position) !== 0).length;

const isOpenDay = ({ orders }: AccountDay, totals: LedgerTotals): boolean =>
  orders.some(({ state }) => !isOrderFinal(state.status)) || heldCount(totals) > 0;

/** An order book may show a fill before its exact price: then that is when it happened. */
function fillsOf({ ledger }: AccountDay) {
  const seen = new Map<string, EpochMs>();
  for (const { at, fact } of ledger) if (fact.kind === "fill_seen" && !seen.has(fact.tag)) seen.set(fact.tag, at);
  return ledger.flatMap(({ at, fact }) => {
    if (fact.kind !== "fill") return [];
    const { tag, quantity, price } = fact;
    return [{ tag, at: Math.min(at, seen.get(tag) ?? at) as EpochMs, quantity, price }];
  });
}

export function viewDay(facts: DayDeps) {
  const { day, run, tariff, lossLimit } = facts;
  const totals = foldLedger(day.ledger);
  const { gross, charges, net, isExact } = profitOfDay(totals, tariff);
  const now = resultNow(facts, totals);
  const limitWith = (own: Paise | null) => (run === null ? paise(0) : dailyStopLimit(run.capital, own));
  return {
    isOpen: isOpenDay(day, totals),
    notes: notesOf(day),
    positions: openPositions(facts, totals),
    held: heldCount(totals),
    hasTraded: totals.positions.size > 0,
    fills: fillsOf(day),
    endedAt: endsOf(day),
    result: { realised: gross, charges, net, isExact, now },
    dailyStop: {
      limit: limitWith(lossLimit),
      rule: limitWith(null),
      loss: now === null ? null : paise(Math.max(0, -now)),
      isHit: factsOf(day, "daily_stop_hit").length > 0,
    },
  };
}
