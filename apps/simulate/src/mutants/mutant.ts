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

/** Where a planted bug sits: around what is handed to the order path, and nowhere in the product. */
export interface MutantSite {
  /** How many lives this process has had before. */
  readonly livesBefore: number;
  readonly life: WorkerProcess;
  /** What every process shares. */
  readonly tables: MemoryTables;
}

/** A known bug. What it leaves out stays as it is. */
export interface Mutant {
  /** Troubles that provoke it: they come in some days anyway, and with the plant in every day. */
  readonly favours?: readonly FaultScenarioName[];
  readonly intent?: (intent: EntryIntent) => EntryIntent;
  readonly prices?: (prices: PricePort) => PricePort;
  readonly settings?: (settings: ExecutorSettings) => ExecutorSettings;
  readonly store?: (store: OrderStore, site: MutantSite) => OrderStore;
  readonly adapter?: (adapter: BrokerAdapter, site: MutantSite) => BrokerAdapter;
  readonly account?: (account: TradingAccount, sim: SimAccount) => TradingAccount;
  /** A connection that gave no answer is closed and not reset: what lies in its buffers is still delivered. */
  readonly closesWithoutReset?: true;
  /** A process that stands still is replaced without being killed. */
  readonly takesOverWithoutKill?: true;
}
