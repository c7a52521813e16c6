import type { BrokerAdapter } from "@vriddhi/brokers/port/broker";
import type { EntryIntent } from "@vriddhi/core/allocation/fan-out";
import type { MemoryTables } from "@vriddhi/execution/memory/memory-tables";
import type { TradingAccount } from "@vriddhi/execution/ports/account-port";
import type { OrderStore } from "@vriddhi/execution/ports/order-store";
import type { PricePort } from "@vriddhi/execution/ports/price-port";
import type { ExecutorSettings } from "@vriddhi/execution/settings";
import type { SimAccount } from "../day/sim-account.ts";
import type { FaultScenarioName } from "../plan/fault-scenarios.ts";
import type { WorkerProcess } from "../time/worker-session.ts";

/** Where a mutant is applied: to the inputs of the order path, and nowhere in the product. */
export interface MutantSite {
  readonly restarts: number;
  readonly workerProcess: WorkerProcess;
  readonly tables: MemoryTables;
}

/** A seeded bug. Omitted parts stay unchanged. */
export interface Mutant {
  /** Fault scenarios that provoke it: they occur on some days anyway, and with the mutant on every day. */
  readonly favours?: readonly FaultScenarioName[];
  readonly intent?: (intent: EntryIntent) => EntryIntent;
  readonly prices?: (prices: PricePort) => PricePort;
  readonly settings?: (settings: ExecutorSettings) => ExecutorSettings;
  readonly store?: (store: OrderStore, site: MutantSite) => OrderStore;
  readonly adapter?: (adapter: BrokerAdapter, site: MutantSite) => BrokerAdapter;
  readonly account?: (account: TradingAccount, sim: SimAccount) => TradingAccount;
  /** Closes an unanswered connection without a reset: its buffered bytes are still delivered. */
  readonly closesWithoutReset?: true;
  /** Replaces a paused process without killing it. */
  readonly takesOverWithoutKill?: true;
}
