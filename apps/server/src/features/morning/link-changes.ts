import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import type { LoginWay } from "@vriddhi/core/schedule/morning-login";
import type { Tx } from "../../platform/db/database.ts";
import { createLateArrivals, createMending, type LateArrivalDeps } from "./late-arrivals.ts";
import type { Notify } from "./morning-ports.ts";

export interface LinkChangeDeps extends LateArrivalDeps {
  readonly notify: Notify;
  loginWayOf(broker: BrokerName): LoginWay;
}

interface ChangedLink {
  readonly id: string;
  readonly userId: string;
  readonly broker: BrokerName;
}

/** Called in the transaction that changes a link; once per session that ends. */
export function createLinkChanges(deps: LinkChangeDeps) {
  const arrived = createLateArrivals(deps);
  const mend = createMending(deps);

  async function lost(tx: Tx, { id: linkId, userId, broker }: ChangedLink): Promise<void> {
    const isOnTheList = await mend(tx, { linkId, broker });
    const isTriedAgain = isOnTheList && deps.loginWayOf(broker) !== "page";
    const key = `session_lost:${linkId}:${deps.marketClock.now()}`;
    await deps.notify(tx, { userId, kind: "session_lost", key, data: { broker, isTriedAgain } });
  }

  return async (tx: Tx, link: ChangedLink, what: string): Promise<void> => {
    if (what === "connected") await arrived(tx, { linkId: link.id, broker: link.broker });
    if (what === "expired") await lost(tx, link);
  };
}
