import { followersOf, strategyFeedOf } from "@vriddhi/core/broker/strategy-feed";
import type { TradingBroker } from "@vriddhi/core/broker/trading-broker";
import type { BrokerInstrument } from "@vriddhi/core/order/order";
import { paperInstrument } from "@vriddhi/core/paper/paper-instrument";
import { SECOND_MS } from "@vriddhi/core/time/clock";
import type { IstDate } from "@vriddhi/core/time/ist";
import type { Executor } from "@vriddhi/execution/executor-model";
import type { AccountPort } from "@vriddhi/execution/ports/account-port";
import type { PricePort } from "@vriddhi/execution/ports/price-port";
import { createFanOut, type FanOut } from "../features/fan-out/fan-out.service.ts";
import { createFanOutStore, RUNS_OF_DAY, SIGNALS_OF_DAY, SIGNALS_VALID } from "../features/fan-out/fan-out.store.pg.ts";
import { createForeignReader } from "../features/fan-out/foreign-positions.ts";
import type { InstrumentService } from "../features/instrument-map/instrument.service.ts";
import type { Database } from "../platform/db/database.ts";
import { listenTo } from "../platform/events/own-connection.ts";
import type { WorkWatch } from "../platform/events/work-watch.ts";
import type { Closing } from "./closing.ts";
import type { MarketSchedule } from "./market-schedule.ts";
import type { Platform } from "./platform.ts";

/** `NOTIFY` with the signal's id, sent after its commit. Best effort: consumers also poll. */
export const SIGNALS_CHANNEL = "signal";
const LOOK_EVERY_MS = 250;
/** Once every signal of the day is past its time. */
const LATE_LOOK_EVERY_MS = SECOND_MS;
const PREPARE_EVERY_MS = 2 * SECOND_MS;

export interface FanOutInputs {
  readonly accounts: AccountPort;
  readonly schedule?: MarketSchedule;
  readonly platform: Pick<Platform, "humanClock" | "marketClock" | "log"> & { readonly database: Database };
  readonly executor: Executor;
  readonly prices: PricePort;
  readonly instruments: Pick<InstrumentService, "listOn">;
}

export function composeFanOut({ platform, executor, accounts, prices, instruments }: FanOutInputs): FanOut {
  const { database, humanClock, marketClock } = platform;
  const log = platform.log.child({ feature: "fan-out" });
  const store = createFanOutStore(database);
  async function instrumentsOf(brokers: readonly TradingBroker[], day: IstDate, isin: string) {
    const found = new Map<TradingBroker, BrokerInstrument>();
    for (const broker of brokers) {
      const [listed] = await instruments.listOn(broker === "paper" ? strategyFeedOf(broker) : broker, day, [isin]);
      if (listed !== undefined) found.set(broker, broker === "paper" ? paperInstrument(listed) : listed);
    }
    return found;
  }
  return createFanOut({
    store,
    readForeign: createForeignReader({ store, accounts, log }),
    executor,
    prices,
    humanClock,
    marketClock,
    brokersOf: followersOf,
    instrumentsOf,
    log,
  });
}

/** Woken by `NOTIFY`; the work watch finds a signal whose notification was lost. */
export function startFanOut(deps: FanOutInputs & { readonly workWatch: WorkWatch }, closing: Closing): FanOut {
  const { workWatch } = deps;
  const { log, database } = deps.platform;
  const fanOut = composeFanOut(deps);
  const whileValid = { everyMs: LOOK_EVERY_MS, waits: SIGNALS_VALID };
  const signals = workWatch.pollWhile("signals", fanOut.look, whileValid);
  closing.add("signals", signals.stop);
  const whileSignals = { everyMs: LATE_LOOK_EVERY_MS, waits: SIGNALS_OF_DAY, asked: fanOut.asked };
  closing.add("past signals", workWatch.pollWhile("past signals", fanOut.look, whileSignals).stop);
  closing.add("signals' listener", listenTo(database, log, SIGNALS_CHANNEL, signals.wake).stop);
  const whileRunning = { everyMs: PREPARE_EVERY_MS, waits: RUNS_OF_DAY };
  closing.add("running accounts", workWatch.pollWhile("running accounts", fanOut.prepare, whileRunning).stop);
  deps.schedule?.watch({ idle: fanOut.idle });
  return fanOut;
}
