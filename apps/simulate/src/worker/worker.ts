import type { BrokerAdapter } from "@vriddhi/brokers/port/broker";
import type { RateShape } from "@vriddhi/brokers/port/rate-shape";
import { withLimits } from "@vriddhi/brokers/transport/with-limits";
import type { AccountId } from "@vriddhi/core/allocation/account-id";
import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import type { TradingBroker } from "@vriddhi/core/broker/trading-broker";
import { tariffOf } from "@vriddhi/core/charges/tariff";
import { TRADING_HOURS } from "@vriddhi/core/risk/trading-hours";
import { createSeededRandom } from "@vriddhi/core/shared/random";
import { recordOf } from "@vriddhi/core/shared/record-of";
import { createExecutor } from "@vriddhi/execution/executor";
import type { Executor } from "@vriddhi/execution/executor-model";
import { createMemoryOrderStore } from "@vriddhi/execution/memory/memory-order-store";
import type { TradingAccount } from "@vriddhi/execution/ports/account-port";
import type { OrderStore } from "@vriddhi/execution/ports/order-store";
import { BUCKETS } from "@vriddhi/execution/ports/ownership";
import { EXECUTOR_SETTINGS, type ExecutorSettings } from "@vriddhi/execution/settings";
import { brokers } from "@vriddhi/sandbox/exchange/members";
import type { DayWorld } from "../day/day-world.ts";
import { type SimAccount, workerOfBucket } from "../day/sim-account.ts";
import { createVirtualDial } from "../network/virtual-dial.ts";
import { createVirtualNetwork } from "../network/virtual-network.ts";
import { createAdapters } from "../outside/adapters.ts";
import type { NarrowBudget } from "../plan/plan-model.ts";
import { createVirtualCommit } from "../store/virtual-commit.ts";
import { WorkerProcess } from "../time/worker-session.ts";

/** As in the product, but with a small first batch, so that the other accounts are a broadcast. */
const SETTINGS: ExecutorSettings = { ...EXECUTOR_SETTINGS, firstBatchMax: 2 };

export interface WorkerSession {
  readonly workerProcess: WorkerProcess;
  readonly executor: Executor;
}

const silent = { open: () => ({ close: () => undefined }) };

/** The product's limits equal the oracle's. */
const narrowed = (rates: RateShape, broker: TradingBroker, budget: NarrowBudget | null): RateShape =>
  budget === null || budget.broker !== broker
    ? rates
    : [...rates, { classes: ["order"], span: "minute", max: budget.ordersPerMinute }];

function adaptersOf(world: DayWorld, workerProcess: WorkerProcess, restarts: number, seed: number) {
  const { clock, outside, mutant } = world;
  const { time } = clock;
  const random = createSeededRandom(seed);
  const network = createVirtualNetwork({
    time,
    workerProcess,
    random,
    closesWithoutReset: mutant.closesWithoutReset === true,
    wayOf: (call) => world.wayOf(call),
    left: (call) => world.left(call),
    arrives: (call) => world.arrives(call),
  });
  const dial = createVirtualDial({ time, workerProcess, random, outside });
  const adapters = createAdapters({ random, timers: workerProcess.timers, clock: workerProcess.human, network, dial });
  const mutated = (adapter: BrokerAdapter) => {
    const given = mutant.adapter?.(adapter, { restarts, workerProcess, tables: world.tables }) ?? adapter;
    const rates = narrowed(given.rates, given.capabilities.broker, world.plan.narrowBudget);
    return withLimits({ ...given, rates }, { clock: workerProcess.human, timers: workerProcess.timers });
  };
  return recordOf(brokers, (broker) => mutated(adapters[broker])) satisfies Record<BrokerName, BrokerAdapter>;
}

/** Starts a process: everything of the product is new, and only the store and the outside persist. */
export function beginSession(
  world: DayWorld,
  worker: number,
  restarts: number,
  covered: () => readonly number[],
): WorkerSession {
  const { clock, tables, plan, mutant, prices, sessions, accounts } = world;
  const workerProcess = new WorkerProcess(`worker-${worker}.${restarts}`, clock, plan.skewsMs[worker] ?? 0);
  const seed = plan.seed * 1_000 + worker * 100 + restarts;
  const adapters = adaptersOf(world, workerProcess, restarts, seed);
  const commit = createVirtualCommit({
    time: clock.time,
    workerProcess,
    random: createSeededRandom(seed + 50),
    outcome: () => world.commitOutcome(),
    written: () => world.written(),
  });
  const memory = createMemoryOrderStore(tables, commit);
  const plain: OrderStore = {
    ...memory,
    lease: (name, wanted, leaseMs) => memory.lease(name, [...new Set([...wanted, ...covered()])], leaseMs),
    // Polled four times a second and worth no events while the store works.
    blockEpoch: () => (world.isStoreWell() ? Promise.resolve(tables.blockEpoch) : commit(() => tables.blockEpoch)),
  };
  const store = mutant.store?.(plain, { restarts, workerProcess, tables }) ?? plain;
  const known = new Map<AccountId, SimAccount>(accounts.map((account) => [account.id, account]));
  const toTrading = (sim: SimAccount): TradingAccount => {
    const limited = adapters[sim.plan.broker];
    const { capabilities, rates, orders, portfolio, updates } = limited;
    const account: TradingAccount = {
      id: sim.id,
      adapter: { capabilities, rates, orders, portfolio, updates: sim.plan.hasSocket ? updates : silent },
      capital: sim.plan.cash,
      ownDailyStop: null,
      tariff: tariffOf(sim.plan.broker),
      hours: TRADING_HOURS,
      seed: (calls) => limited.seed(sim.plan.client, calls),
    };
    return mutant.account?.(account, sim) ?? account;
  };
  const port = prices.portOf(workerProcess);
  const executor = createExecutor({
    store,
    accounts: {
      find: async (id) => {
        const found = known.get(id);
        return found === undefined ? null : toTrading(found);
      },
      accessOf: async (id) => sessions.accessOf(id),
      sessionLost: async (id) => sessions.lost(id),
    },
    prices: mutant.prices?.(port) ?? port,
    humanClock: workerProcess.human,
    marketClock: workerProcess.market,
    monotonic: workerProcess.monotonic,
    timers: workerProcess.timers,
    random: createSeededRandom(seed + 70),
    log: world.log,
    worker: workerProcess.name,
    settings: mutant.settings?.(SETTINGS) ?? SETTINGS,
  });
  return { workerProcess, executor };
}

export const bucketsOf = (worker: number): readonly number[] =>
  Array.from({ length: BUCKETS }, (_, bucket) => bucket).filter((bucket) => workerOfBucket(bucket) === worker);
