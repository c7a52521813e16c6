import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import { deskOf, otherDesk } from "@vriddhi/core/broker/desk";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { DeskStore } from "./desk.store.ts";

/** When the desk that trades for a broker last heard the market, or the one that stands in for it. */
export const createLastHeardFor =
  (store: Pick<DeskStore, "lastHeard">) =>
  async (broker: BrokerName): Promise<EpochMs | null> => {
    const own = await store.lastHeard(deskOf(broker));
    const other = await store.lastHeard(otherDesk(deskOf(broker)));
    if (own === null || other === null) return own ?? other;
    return own > other ? own : other;
  };
