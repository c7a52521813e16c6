import { strategyFeedOf } from "@vriddhi/core/broker/strategy-feed";
import { type TradingBroker, tradingBrokers } from "@vriddhi/core/broker/trading-broker";
import { type Charges, chargesOfDay } from "@vriddhi/core/charges/charges";
import { tariffOf } from "@vriddhi/core/charges/tariff";
import { reasonOf } from "@vriddhi/core/order/order-command";
import { paise } from "@vriddhi/core/shared/money";
import { ok } from "@vriddhi/core/shared/result";
import { OPENING_RANGE } from "@vriddhi/core/strategy/opening-range/settings";
import type { EpochMs, HumanClock, MarketClock } from "@vriddhi/core/time/clock";
import { type IstDate, istDate, istDateOf } from "@vriddhi/core/time/ist";
import type { AccountDay, OrderStore } from "@vriddhi/execution/ports/order-store";
import type { PricePort } from "@vriddhi/execution/ports/price-port";
import type { StoredCommand, StoredOrder } from "@vriddhi/execution/ports/stored-order";
import { toTimestamp } from "../../platform/db/instant.ts";
import type { Handlers } from "../../platform/http/handler.ts";
import { type OpenPosition, type SeenSignal, signalsOf, viewDay } from "./day-view.ts";
import { createMarketTime, startMarks } from "./market-time.ts";
import type { DayRun, TradingDayStore } from "./trading-day.store.ts";

/** More than a year of trading days, at four brokers each. */
const DAYS_MAX = 1_000;

export interface TradingDayDeps {
  readonly store: TradingDayStore;
  readonly orders: Pick<OrderStore, "loadAccount">;
  readonly prices: Pick<PricePort, "quotes">;
  readonly humanClock: HumanClock;
  readonly marketClock: MarketClock;
}

type ToMarket = (at: EpochMs) => EpochMs;
type ShownDay = ReturnType<typeof viewDay>;

const momentOf = (toMarket: ToMarket, at: EpochMs | undefined): string | null =>
  at === undefined ? null : toTimestamp(toMarket(at));

const orderToWire =
  (toMarket: ToMarket, commands: readonly StoredCommand[], endedAt: ShownDay["endedAt"]) =>
  ({ tag, leg, side, instrument, state, cause, pricing, plannedAt }: StoredOrder) => ({
    tag,
    leg,
    side,
    symbol: instrument.symbol,
    isin: instrument.isin,
    quantity: state.quantity,
    limit_paise: pricing.limit,
    trigger_paise: pricing.kind === "stop_limit" ? pricing.trigger : null,
    filled: state.filled,
    average_price_paise: state.averagePrice,
    status: state.status,
    reason: reasonOf(
      state,
      commands.flatMap((each) => (each.tag === tag ? each.command : [])),
    ),
    cause,
    broker_said: state.brokerReason,
    planned_at: toTimestamp(toMarket(plannedAt)),
    ended_at: momentOf(toMarket, endedAt.get(tag)),
  });

const positionToWire =
  (now: EpochMs) =>
  ({ entry, side, quantity, average, stop, target, quote, openResult }: OpenPosition) => ({
    tag: entry.tag,
    symbol: entry.instrument.symbol,
    isin: entry.instrument.isin,
    side,
    quantity,
    average_paise: average,
    stop_paise: stop,
    target_paise: target,
    last_price_paise: quote?.last ?? null,
    last_heard_at: quote === null ? null : toTimestamp(quote.receivedAt),
    price_age_ms: quote === null ? null : Math.max(0, now - quote.receivedAt),
    open_result_paise: openResult,
  });

const signalToWire =
  (toMarket: ToMarket) =>
  ({ id, symbol, side, sentence, madeAt, outcome, skip }: SeenSignal) => ({
    id,
    symbol,
    side,
    sentence,
    outcome,
    skip,
    made_at: toTimestamp(toMarket(madeAt)),
  });

const runToWire = (toMarket: ToMarket, { startedAt, stoppedAt, capital, approvalMode, dayApprovedAt }: DayRun) => ({
  // The day's approval is stored in market time: the start came with it.
  started_at: toTimestamp(dayApprovedAt ?? toMarket(startedAt)),
  stopped_at: stoppedAt === null ? null : toTimestamp(toMarket(stoppedAt)),
  capital_paise: capital,
  approval_mode: approvalMode,
});

const chargesToWire = (charges: Charges) => ({
  brokerage_paise: charges.brokerage,
  transaction_tax_paise: charges.transactionTax,
  exchange_paise: charges.exchange + charges.protectionFund,
  regulator_paise: charges.regulator,
  stamp_duty_paise: charges.stampDuty,
  gst_paise: charges.gst,
});

const resultToWire = ({ realised, charges, net, isExact, now }: ShownDay["result"]) => ({
  realised_paise: realised,
  charges_paise: charges.total,
  net_paise: net,
  charges: chargesToWire(charges),
  is_exact: isExact,
  now_paise: now,
});

interface SeenAccount {
  readonly run: DayRun;
  readonly day: AccountDay;
  readonly view: ShownDay;
}

const standingToWire = ({ run, view }: SeenAccount) => ({
  broker: run.broker,
  is_running: run.stoppedAt === null,
  is_open: view.isOpen,
  positions: view.held,
  has_traded: view.hasTraded,
  now_paise: view.result.now,
});

const inOrder = (runs: readonly DayRun[]): readonly DayRun[] =>
  tradingBrokers.flatMap((name) => runs.filter((run) => run.broker === name));

/** The requested account; else one with an open trade, then a working order, then the first active or earlier run. */
function chosenAccount(seen: readonly SeenAccount[], broker: TradingBroker | undefined): SeenAccount | undefined {
  if (broker !== undefined) return seen.find(({ run }) => run.broker === broker);
  return (
    seen.find(({ view }) => view.held > 0) ??
    seen.find(({ view }) => view.isOpen) ??
    seen.find(({ run }) => run.stoppedAt === null) ??
    seen[0]
  );
}

/** The requested run; otherwise the first active one, in the order in which brokers are tried, or an earlier one. */
function chosenRun(runs: readonly DayRun[], broker: TradingBroker | undefined): DayRun | null {
  if (broker !== undefined) return runs.find((run) => run.broker === broker) ?? null;
  const ordered = inOrder(runs);
  return ordered.find(({ stoppedAt }) => stoppedAt === null) ?? ordered[0] ?? null;
}

const NOTHING = {
  broker: null,
  run: null,
  is_open: false,
  notes: [],
  signals: [],
  positions: [],
  orders: [],
  fills: [],
  result: {
    realised_paise: 0,
    charges_paise: 0,
    net_paise: 0,
    charges: chargesToWire(chargesOfDay([], tariffOf("fyers"))),
    is_exact: true,
    now_paise: 0,
  },
  daily_stop: { limit_paise: 0, rule_paise: 0, loss_paise: 0, is_hit: false },
};

/** Without a run, the strategy of the requested broker. */
const deskFor = (run: DayRun | null, broker: TradingBroker | undefined) =>
  strategyFeedOf(run?.broker ?? broker ?? "angelone");

type Calls = "readTradingDay" | "listTradingDays" | "listDayBars";

/** Every account that ran today: the page calls the user flat only when all are. */
function createAccountsReader({ store, orders, prices }: TradingDayDeps) {
  return async function accountsOf(userId: string, runs: readonly DayRun[], today: IstDate, now: EpochMs) {
    const lossLimit = runs.length === 0 ? null : await store.lossLimitOf(userId);
    return Promise.all(
      inOrder(runs).map(async (run): Promise<SeenAccount> => {
        const day = await orders.loadAccount(run.accountId, today);
        const tariff = tariffOf(run.broker);
        return { run, day, view: viewDay({ day, run, lossLimit, tariff, quotes: prices.quotes, now }) };
      }),
    );
  };
}

function createDayReader({ store, marketClock }: TradingDayDeps) {
  return async function dayOf({ run, day, view }: SeenAccount, now: EpochMs) {
    const desk = strategyFeedOf(run.broker);
    const [signals, minutes] = await Promise.all([
      store.listSignals(desk, day.day, run),
      store.listMarks(desk, day.day),
    ]);
    const marks = [...startMarks(run, minutes), ...minutes];
    const toMarket = createMarketTime(marks, { human: now, market: marketClock.now() });
    return {
      broker: run.broker,
      run: runToWire(toMarket, run),
      is_open: view.isOpen,
      signals: signalsOf(day, signals).map(signalToWire(toMarket)),
      positions: view.positions.map(positionToWire(now)),
      orders: day.orders.map(orderToWire(toMarket, day.commands, view.endedAt)),
      fills: view.fills.map(({ tag, at, quantity, price }) => ({
        tag,
        at: toTimestamp(toMarket(at)),
        quantity,
        price_paise: price,
      })),
      notes: view.notes.map(({ at, kind, cause, position }) => ({
        at: toTimestamp(toMarket(at)),
        kind,
        cause,
        position,
      })),
      result: resultToWire(view.result),
      daily_stop: {
        limit_paise: view.dailyStop.limit,
        rule_paise: view.dailyStop.rule,
        loss_paise: view.dailyStop.loss,
        is_hit: view.dailyStop.isHit,
      },
    };
  };
}

export function tradingDayHandlers(deps: TradingDayDeps): Handlers<Calls> {
  const { store, humanClock, marketClock } = deps;
  const dayOf = createDayReader(deps);
  const accountsOf = createAccountsReader(deps);
  return {
    async readTradingDay({ caller: { userId }, query }) {
      const today = istDateOf(marketClock.now());
      const runs = await store.listRuns(userId, today);
      const now = humanClock.now();
      const seen = await accountsOf(userId, runs, today, now);
      const everyone = {
        trading_day: today,
        brokers: seen.map(({ run }) => run.broker),
        accounts: seen.map(standingToWire),
      };
      const chosen = chosenAccount(seen, query.broker);
      return ok({ ...NOTHING, ...everyone, ...(chosen && (await dayOf(chosen, now))) });
    },
    async listDayBars({ caller, query }) {
      const today = istDateOf(marketClock.now());
      const run = chosenRun(await store.listRuns(caller.userId, today), query.broker);
      const bars = await store.listBars(deskFor(run, query.broker), today, query.isin);
      return ok({
        range_minutes: OPENING_RANGE.rangeMinutes,
        bars: bars.map(({ minute, open, high, low, close }) => ({
          minute,
          open_paise: open,
          high_paise: high,
          low_paise: low,
          close_paise: close,
        })),
      });
    },
    async listTradingDays({ caller, query }) {
      const from = query.from === undefined ? null : istDate(query.from);
      const days = await store.listPast(caller.userId, from, DAYS_MAX);
      return ok({
        days: days.map(({ day, broker, gross, charges, net, trades }) => ({
          trading_day: day,
          broker,
          trades,
          gross_paise: paise(gross),
          charges_paise: paise(charges),
          net_paise: paise(net),
        })),
      });
    },
  };
}
