import type { BrokerAdapter } from "@vriddhi/brokers/port/broker";
import { type BrokerName, brokerNames, isBrokerName } from "@vriddhi/core/broker/broker-name";
import type { BrokerInstrument } from "@vriddhi/core/order/order";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import { later, type MarketClock, MINUTE_MS } from "@vriddhi/core/time/clock";
import type { IstDate } from "@vriddhi/core/time/ist";
import type { Tx } from "../../platform/db/database.ts";
import type { StepWork } from "../../platform/due-step/step-closing.ts";
import type { InstrumentStore } from "./instrument.store.ts";
import { mapInstruments } from "./map-instruments.ts";

export interface InstrumentDeps {
  readonly store: InstrumentStore;
  readonly adapters: Readonly<Record<BrokerName, BrokerAdapter>>;
  readonly marketClock: MarketClock;
  /** ISINs are loaded: lists that need them may be read now. */
  onIsins(tx: Tx, day: IstDate): Promise<void>;
}

export interface InstrumentService {
  readonly refresh: StepWork;
  isFresh(broker: BrokerName, day: IstDate): Promise<boolean>;
  /** What may be traded on that day, or the reason why not. */
  tradable(
    broker: BrokerName,
    isin: string,
    day: IstDate,
  ): Promise<Result<BrokerInstrument, "missing" | "stale" | "renamed">>;
  listOn: InstrumentStore["listOn"];
}

/** Tries until the ISINs of the other brokers are no longer awaited; yesterday's are used then. */
const PATIENCE_TRIES = 6;
const TRY_AGAIN_MS = MINUTE_MS;

export function createInstrumentService({ store, adapters, marketClock, onIsins }: InstrumentDeps): InstrumentService {
  const isFresh: InstrumentService["isFresh"] = async (broker, day) => (await store.countOn(broker, day)) > 0;

  async function hasFreshIsins(day: IstDate): Promise<boolean> {
    for (const broker of brokerNames)
      if (adapters[broker].capabilities.namesIsin && !(await isFresh(broker, day))) return false;
    return true;
  }

  const again = (outcome: string) => ({ kind: "later" as const, outcome, at: later(marketClock.now(), TRY_AGAIN_MS) });

  return {
    isFresh,
    async refresh({ subject: broker, day, attempts }) {
      if (!isBrokerName(broker)) return { kind: "done", outcome: "unknown" };
      const { capabilities, instruments } = adapters[broker];
      if (!capabilities.namesIsin && attempts < PATIENCE_TRIES && !(await hasFreshIsins(day)))
        return again("waits for ISINs");
      const list = await instruments.list(null);
      if (!list.ok) return again("unavailable");
      const mapped = mapInstruments(list.value, await store.isins(), await store.knownTo(broker), day);
      // An empty list is an error: the known one stays and counts as stale.
      if (mapped.length === 0) return again("empty");
      return {
        kind: "done",
        outcome: `${mapped.length} mapped`,
        async effect(tx) {
          await store.save(tx, broker, mapped, day);
          if (capabilities.namesIsin) await onIsins(tx, day);
        },
      };
    },
    async tradable(broker, isin, day) {
      const found = await store.find(broker, isin);
      if (found === null) return err("missing");
      const { seenOn, isRenamed, ...instrument } = found;
      if (seenOn !== day) return err("stale");
      return isRenamed ? err("renamed") : ok(instrument);
    },
    listOn: store.listOn,
  };
}
