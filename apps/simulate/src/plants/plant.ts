import type { BrokerAdapter } from "@vriddhi/brokers/port/broker";
import type { TradingAccount } from "@vriddhi/execution/ports/account-port";
import type { OrderStore } from "@vriddhi/execution/ports/order-store";
import type { SimAccount } from "../day/sim-account.ts";

/** Where a planted bug sits: around what is handed to the order path, and nowhere in the product. */
export interface PlantSite {
  /** How many lives this process has had before. */
  readonly livesBefore: number;
}

/** A known bug. What it leaves out stays as it is. */
export interface Plant {
  readonly store?: (store: OrderStore, site: PlantSite) => OrderStore;
  readonly adapter?: (adapter: BrokerAdapter, site: PlantSite) => BrokerAdapter;
  readonly account?: (account: TradingAccount, sim: SimAccount) => TradingAccount;
  /** A process that stands still is replaced without being killed. */
  readonly takesOverWithoutKill?: true;
}
