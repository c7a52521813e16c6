import { TRIAL_BAND } from "@vriddhi/core/billing/plans";
import { SECOND_MS } from "@vriddhi/core/time/clock";
import { addDays, type IstDate, istDateOf, istInstant, istMinute } from "@vriddhi/core/time/ist";
import type { Executor } from "@vriddhi/execution/executor-model";
import type { PricePort } from "@vriddhi/execution/ports/price-port";
import type { InstrumentService } from "../features/instrument-map/instrument.service.ts";
import type { Notifier } from "../features/notification/notifier.ts";
import { createRestoredAlarm } from "../features/order-store/compare-books.ts";
import { ALERTS_WAIT } from "../features/order-store/order-alerts.ts";
import { guardRestored } from "../features/order-store/restored-database.ts";
import type { SubscriptionService } from "../features/subscription/subscription.service.ts";
import { oneAtATime } from "../platform/clock/one-at-a-time.ts";
import { poll } from "../platform/clock/poll.ts";
import { createAccountCapitals } from "./account-capitals.ts";
import type { composeApprovals } from "./approvals.ts";
import type { Brokers } from "./brokers.ts";
import type { Closing } from "./closing.ts";
import { startFanOut } from "./fan-out.ts";
import { type Paper, withPaperAccounts } from "./paper.ts";
import type { Platform } from "./platform.ts";
import type { Surroundings } from "./surroundings.ts";
import type { composeTrading } from "./trading.ts";
import { createTradingAccounts } from "./trading-accounts.ts";
import type { TradingPreferencesPart } from "./trading-preferences.ts";
import { machineTime, startTradingWorker } from "./trading-worker.ts";
import { dailyStops } from "./watch-market.ts";

const ALERTS_EVERY_MS = SECOND_MS;
const NIGHT_EVERY_MS = 5 * SECOND_MS;
/** The market is closed and every day's result is stored. */
const NIGHT_AT = istMinute(16, 0);

export interface OrderPathDeps {
  readonly platform: Platform;
  readonly surroundings: Pick<Surroundings, "schedule">;
  readonly closing: Closing;
  readonly trading: ReturnType<typeof composeTrading>;
  readonly brokers: Brokers;
  readonly paper: Paper;
  readonly prices: PricePort;
  readonly instruments: Pick<InstrumentService, "listOn">;
  readonly approvals: ReturnType<typeof composeApprovals>;
  readonly preferences: Pick<TradingPreferencesPart, "startLimits">;
  readonly notify: Notifier["notify"];
  readonly desk: { start(executor: Executor, instruments: Pick<InstrumentService, "listOn">): void };
  readonly runningOf: SubscriptionService["runningOf"];
}

/** Once a day after the close; a start closes missed days. */
function createNight({ platform, trading }: OrderPathDeps): () => Promise<void> {
  const { marketClock, config, log } = platform;
  let done: IstDate | null = null;
  return async () => {
    const now = marketClock.now();
    const day = istDateOf(now);
    const isNight = now >= istInstant(day, NIGHT_AT);
    const until = isNight ? day : addDays(day, -1);
    if (done === until || !(await trading.putAwaySignals(until))) return;
    done = until;
    if (!isNight) return;
    await trading.upkeep.analyze();
    const dropped = await trading.upkeep.dropWireRecords(addDays(day, -config.wireRecordDays));
    log.info({ day, dropped }, "orders: trading day closed");
  };
}

/** Orders of this process's buckets, from the signal to the flat account. Only workers hold buckets. */
export async function startOrderPath(deps: OrderPathDeps): Promise<void> {
  const { platform, surroundings, closing, trading, brokers, paper, prices, instruments, approvals, notify } = deps;
  if (!platform.isWorker) return;
  const { marketClock, log, workWatch } = platform;
  const { schedule } = surroundings;
  const { monotonic } = machineTime;
  const { orders, upkeep, accounts } = trading;
  // A user whose plan ends today still closes open positions, with the smallest capital band.
  const capitalOf = async (userId: string) => (await deps.runningOf(userId))?.band ?? TRIAL_BAND;
  const { of: lossLimitOf } = await deps.preferences.startLimits(closing, schedule);
  const { nowMs } = monotonic;
  const capitals = createAccountCapitals({ accounts, marketClock, nowMs });
  const linked = createTradingAccounts({ capitals, brokers, capitalOf, lossLimitOf, monotonic });
  const port = withPaperAccounts(linked, { paper, capitals, marketClock, lossLimitOf, nowMs });
  const executor = await startTradingWorker({
    platform,
    orders: guardRestored({
      store: orders,
      database: platform.database,
      onRestored: createRestoredAlarm(
        { database: platform.database, accounts: port, log: log.child({ feature: "orders" }) },
        () => ({ market: marketClock.now(), human: platform.humanClock.now() }),
      ),
    }),
    upkeep,
    closing,
    time: machineTime,
    schedule,
    prices,
    accounts: port,
  });
  trading.listenForHints(brokers, executor);
  startFanOut({ platform, executor, accounts: port, prices, instruments, schedule, workWatch }, closing);
  approvals.start(executor, closing, workWatch, schedule);
  deps.desk.start(executor, instruments);
  const notifyAlerts = trading.notifyAlerts(notify);
  const whileAlerts = { everyMs: ALERTS_EVERY_MS, waits: ALERTS_WAIT };
  closing.add("order alerts", workWatch.pollWhile("order alerts", notifyAlerts, whileAlerts).stop);
  const night = oneAtATime(createNight(deps));
  closing.add("orders' night", poll("orders' night", night, NIGHT_EVERY_MS, log));
  schedule.add({ stopsBetween: (from, to) => dailyStops(NIGHT_AT, from, to), runDue: night });
}
