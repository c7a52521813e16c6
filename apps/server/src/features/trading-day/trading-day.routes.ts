import { deskOf } from "@vriddhi/core/broker/desk";
import { type TradingBroker, tradingBrokers } from "@vriddhi/core/broker/trading-broker";
import { tariffOf } from "@vriddhi/core/charges/tariff";
import { paise } from "@vriddhi/core/shared/money";
import { ok } from "@vriddhi/core/shared/result";
import type { HumanClock, MarketClock } from "@vriddhi/core/time/clock";
import { istDate, istDateOf } from "@vriddhi/core/time/ist";
import type { AccountDay, OrderStore } from "@vriddhi/execution/ports/order-store";
import type { PricePort } from "@vriddhi/execution/ports/price-port";
import type { StoredOrder } from "@vriddhi/execution/ports/stored-order";
import { toTimestamp } from "../../platform/db/instant.ts";
import type { Handlers } from "../../platform/http/handler.ts";
import { type OpenPosition, type SeenSignal, signalsOf, viewDay } from "./day-view.ts";
import type { DayRun, TradingDayStore } from "./trading-day.store.ts";

/** A year and a bit of trading days, at four places each. */
const DAYS_MAX = 1_000;

export interface TradingDayDeps {
  readonly store: TradingDayStore;
  readonly orders: Pick<OrderStore, "loadAccount">;
  readonly prices: Pick<PricePort, "quotes">;
  readonly humanClock: HumanClock;
  readonly marketClock: MarketClock;
}

const orderToWire = ({ tag, leg, side, instrument, state, cause, plannedAt }: StoredOrder) => ({
  tag,
  leg,
  side,
  symbol: instrument.symbol,
  quantity: state.quantity,
  filled: state.filled,
  average_price_paise: state.averagePrice,
  status: state.status,
  reason: state.reason,
  cause,
  broker_said: state.brokerReason,
  planned_at: toTimestamp(plannedAt),
});

const positionToWire = ({ entry, side, quantity, average, quote, openResult }: OpenPosition) => ({
  tag: entry.tag,
  symbol: entry.instrument.symbol,
  side,
  quantity,
  average_paise: average,
  stop_paise: entry.entry?.stop ?? null,
  target_paise: entry.entry?.target ?? null,
  last_price_paise: quote?.last ?? null,
  last_heard_at: quote === null ? null : toTimestamp(quote.heardAt),
  open_result_paise: openResult,
});

const signalToWire = ({ id, symbol, side, sentence, madeAt, outcome, skip }: SeenSignal) => ({
  ...{ id, symbol, side, sentence, outcome, skip },
  made_at: toTimestamp(madeAt),
});

const runToWire = ({ startedAt, stoppedAt, capital, approvalMode }: DayRun) => ({
  started_at: toTimestamp(startedAt),
  stopped_at: stoppedAt === null ? null : toTimestamp(stoppedAt),
  capital_paise: capital,
  approval_mode: approvalMode,
});

/** The one that was asked for; otherwise the first that runs, in the order in which brokers are tried, or that ran. */
function chosenRun(runs: readonly DayRun[], broker: TradingBroker | undefined): DayRun | null {
  if (broker !== undefined) return runs.find((run) => run.broker === broker) ?? null;
  const inOrder = tradingBrokers.flatMap((name) => runs.filter((run) => run.broker === name));
  return inOrder.find(({ stoppedAt }) => stoppedAt === null) ?? inOrder[0] ?? null;
}

const NOTHING = {
  broker: null,
  run: null,
  signals: [],
  positions: [],
  orders: [],
  fills: [],
  result: { realised_paise: 0, charges_paise: 0, net_paise: 0, is_exact: true },
  daily_stop: { limit_paise: 0, loss_paise: 0, is_hit: false },
};

export function tradingDayHandlers(deps: TradingDayDeps): Handlers<"readTradingDay" | "listTradingDays"> {
  const { store, orders, prices, humanClock, marketClock } = deps;

  async function dayOf(run: DayRun, day: AccountDay) {
    const tariff = tariffOf(run.broker);
    const signals = await store.listSignals(deskOf(run.broker), day.day, run);
    const { positions, fills, result, dailyStop } = viewDay({
      ...{ day, run, tariff, quotes: prices.quotes },
      now: humanClock.now(),
    });
    return {
      broker: run.broker,
      run: runToWire(run),
      signals: signalsOf(day, signals).map(signalToWire),
      positions: positions.map(positionToWire),
      orders: day.orders.map(orderToWire),
      fills: fills.map(({ tag, at, quantity, price }) => ({ tag, at: toTimestamp(at), quantity, price_paise: price })),
      result: {
        realised_paise: result.realised,
        charges_paise: result.charges,
        net_paise: result.net,
        is_exact: result.isExact,
      },
      daily_stop: { limit_paise: dailyStop.limit, loss_paise: dailyStop.loss, is_hit: dailyStop.isHit },
    };
  }

  return {
    async readTradingDay({ caller, query }) {
      const today = istDateOf(marketClock.now());
      const run = chosenRun(await store.listRuns(caller.userId, today), query.broker);
      if (run === null) return ok({ trading_day: today, ...NOTHING });
      return ok({ trading_day: today, ...(await dayOf(run, await orders.loadAccount(run.accountId, today))) });
    },
    async listTradingDays({ caller, query }) {
      const from = query.from === undefined ? null : istDate(query.from);
      const days = await store.listPast(caller.userId, from, DAYS_MAX);
      return ok({
        days: days.map(({ day, broker, gross, charges, net, trades }) => ({
          ...{ trading_day: day, broker, trades },
          gross_paise: paise(gross),
          charges_paise: paise(charges),
          net_paise: paise(net),
        })),
      });
    },
  };
}
