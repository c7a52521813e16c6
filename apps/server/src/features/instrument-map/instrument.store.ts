import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import type { BrokerInstrument } from "@vriddhi/core/order/order";
import type { IstDate } from "@vriddhi/core/time/ist";
import type { Tx } from "../../platform/db/database.ts";
import type { KnownInstrument, MappedInstrument } from "./map-instruments.ts";

export interface StoredInstrument extends BrokerInstrument {
  readonly seenOn: IstDate;
  readonly isRenamed: boolean;
}

export interface InstrumentStore {
  knownTo(broker: BrokerName): Promise<ReadonlyMap<string, KnownInstrument>>;
  /** By symbol, from every broker; the latest wins. */
  isins(): Promise<ReadonlyMap<string, string>>;
  save(tx: Tx, broker: BrokerName, instruments: readonly MappedInstrument[], day: IstDate): Promise<void>;
  find(broker: BrokerName, isin: string): Promise<StoredInstrument | null>;
  listOn(broker: BrokerName, day: IstDate, isins: readonly string[]): Promise<readonly BrokerInstrument[]>;
  countOn(broker: BrokerName, day: IstDate): Promise<number>;
}
