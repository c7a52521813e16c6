import type { Tariff } from "@vriddhi/core/charges/tariff";
import type { LedgerFact } from "@vriddhi/core/ledger/ledger-event";
import { foldLedger, type LedgerTotals, netQuantityOf, type PositionTotals } from "@vriddhi/core/ledger/ledger-fold";
import { executedOrders, profitOf, profitOfDay } from "@vriddhi/core/ledger/profit";
import type { Side } from "@vriddhi/core/order/order";
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
  readonly quote: Quote | null;
  /** At the price at which it could be left now, before charges; null: not known lately enough. */
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

/** What the account made of each of the desk's signals. */
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
  quotes.reduce<Quote | null>((best, each) => (best === null || each.heardAt > best.heardAt ? each : best), null);

/** The bid for what is held, the ask for what is sold short; a price that is too old decides nothing. */
function leavingPrice(quote: Quote | null, isLong: boolean, now: EpochMs): Paise | null {
  if (quote === null || now - quote.heardAt >= FEED_SILENT_MS) return null;
  return (isLong ? quote.bid : quote.ask) ?? quote.last;
}

function openPosition(
  position: PositionTotals,
  { entry, quote, now }: { readonly entry: StoredOrder; readonly quote: Quote | null; readonly now: EpochMs },
): OpenPosition {
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
    quote,
    openResult: value === null ? null : paise(net > 0 ? value - openValue : openValue - value),
  };
}

export interface DayGround {
  readonly day: AccountDay;
  readonly run: DayRun | null;
  readonly tariff: Tariff;
  readonly now: EpochMs;
  quotes(isin: string): readonly Quote[];
}

function openPositions({ day, quotes, now }: DayGround, { positions }: LedgerTotals): readonly OpenPosition[] {
  return [...positions.values()].flatMap((position) => {
    const entry = day.orders.find((order) => order.leg === "entry" && order.positionId === position.id);
    if (entry === undefined || netQuantityOf(position) === 0) return [];
    return [openPosition(position, { entry, quote: newest(quotes(position.isin)), now })];
  });
}

/** Realised and open, with what was charged and what leaving would be charged, as the daily stop counts it. */
function lossOf({ quotes, now, tariff }: DayGround, totals: LedgerTotals): Paise | null {
  const positions = [...totals.positions.values()];
  const result = dayResult({
    realised: paise(positions.reduce((sum, position) => sum + profitOf(position).realised, 0)),
    executed: executedOrders(totals),
    open: positions.map((position) => ({
      netQuantity: netQuantityOf(position),
      openValue: profitOf(position).openValue,
      leavingPrice: leavingPrice(newest(quotes(position.isin)), netQuantityOf(position) > 0, now),
    })),
    tariff,
  });
  return result === null ? null : paise(Math.max(0, -result));
}

/** Everything that a person is shown of their day, derived from what is stored and the newest prices. */
export function viewDay(ground: DayGround) {
  const { day, run, tariff } = ground;
  const totals = foldLedger(day.ledger);
  const { gross, charges, net, isExact } = profitOfDay(totals, tariff);
  return {
    positions: openPositions(ground, totals),
    fills: day.ledger.flatMap(({ at, fact }) =>
      fact.kind === "fill" ? [{ tag: fact.tag, at, quantity: fact.quantity, price: fact.price }] : [],
    ),
    result: { realised: gross, charges: charges.total, net, isExact },
    dailyStop: {
      limit: run === null ? paise(0) : dailyStopLimit(run.capital, null),
      loss: lossOf(ground, totals),
      isHit: factsOf(day, "daily_stop_hit").length > 0,
    },
  };
}
