import type { BrokerAdapter } from "@vriddhi/brokers/port/broker";
import type { AccountAccess } from "@vriddhi/brokers/port/order-gateway";
import { withLimits } from "@vriddhi/brokers/transport/with-limits";
import { type AccountId, accountId } from "@vriddhi/core/allocation/account-id";
import { tariffOf } from "@vriddhi/core/charges/tariff";
import { TRADING_HOURS } from "@vriddhi/core/risk/trading-hours";
import { rupees } from "@vriddhi/core/shared/money";
import { createSeededRandom } from "@vriddhi/core/shared/random";
import { createExecutor } from "@vriddhi/execution/executor";
import type { Executor } from "@vriddhi/execution/executor-model";
import { createMemoryOrderStore } from "@vriddhi/execution/memory/memory-order-store";
import { createMemoryTables, type MemoryTables } from "@vriddhi/execution/memory/memory-tables";
import { EXECUTOR_SETTINGS } from "@vriddhi/execution/settings";
import { createVirtualDial } from "../network/virtual-dial.ts";
import { createVirtualNetwork } from "../network/virtual-network.ts";
import { createAdapters } from "../outside/adapters.ts";
import { logIn } from "../outside/log-in.ts";
import type { Outside } from "../outside/outside.ts";
import { createVirtualCommit } from "../store/virtual-commit.ts";
import type { DayClock } from "../time/day-clock.ts";
import { WorkerProcess } from "../time/worker-session.ts";
import { PriceBoard } from "../worker/price-board.ts";

/** The demo account; the seed replaces it with the account's own name. */
export const MONTH_ACCOUNT: AccountId = accountId("demo-account");
export const MONTH_BROKER = "angelone";
export const MONTH_CAPITAL = rupees(100_000);
const CLIENT = "AO1005";
const NO_FAULT = { isRefused: false, pauseMs: 0, stallMs: 0 };

export interface MonthAccount {
  readonly tables: MemoryTables;
  readonly workerProcess: WorkerProcess;
  readonly prices: PriceBoard;
  readonly executor: Executor;
  logIn(): Promise<void>;
}

function adapterOf(outside: Outside, clock: DayClock, workerProcess: WorkerProcess, seed: number): BrokerAdapter {
  const random = createSeededRandom(seed);
  const { time } = clock;
  const network = createVirtualNetwork({
    time,
    workerProcess,
    random,
    wayOf: () => NO_FAULT,
    left: () => undefined,
    arrives: ({ broker, request }) => outside.serve(broker, request),
  });
  const dial = createVirtualDial({ time, workerProcess, random, outside });
  return createAdapters({ random, timers: workerProcess.timers, clock: workerProcess.human, network, dial })[
    MONTH_BROKER
  ];
}

export function openMonthAccount(outside: Outside, clock: DayClock, seed: number): MonthAccount {
  const workerProcess = new WorkerProcess("worker", clock, 0);
  const adapter = adapterOf(outside, clock, workerProcess, seed);
  const limited = withLimits(adapter, { clock: workerProcess.human, timers: workerProcess.timers });
  const client = outside.open(MONTH_BROKER, CLIENT, MONTH_CAPITAL);
  const tables = createMemoryTables();
  const prices = new PriceBoard(clock.time, outside.exchange);
  const random = createSeededRandom(seed + 1);
  const commit = createVirtualCommit({
    time: clock.time,
    workerProcess,
    random,
    outcome: () => "done",
    written: () => undefined,
  });
  const { capabilities, rates, orders, portfolio, updates } = limited;
  const account = {
    id: MONTH_ACCOUNT,
    adapter: { capabilities, rates, orders, portfolio, updates },
    capital: MONTH_CAPITAL,
    ownDailyStop: null,
    tariff: tariffOf(MONTH_BROKER),
    hours: TRADING_HOURS,
    seed: (calls: Parameters<typeof limited.seed>[1]) => limited.seed(CLIENT, calls),
  };
  let access: AccountAccess | null = null;
  const silent = () => undefined;
  const executor = createExecutor({
    store: createMemoryOrderStore(tables, commit),
    accounts: {
      find: async (id) => (id === MONTH_ACCOUNT ? account : null),
      accessOf: async () => access,
      sessionLost: async () => undefined,
    },
    prices: prices.portOf(workerProcess),
    humanClock: workerProcess.human,
    marketClock: workerProcess.market,
    monotonic: workerProcess.monotonic,
    timers: workerProcess.timers,
    random: createSeededRandom(seed + 2),
    log: { info: silent, warn: silent, error: silent },
    worker: workerProcess.name,
    settings: EXECUTOR_SETTINGS,
  });
  return {
    tables,
    workerProcess,
    prices,
    executor,
    async logIn() {
      access = await logIn(adapter, outside.parts[MONTH_BROKER].core, client, outside.moment);
    },
  };
}
