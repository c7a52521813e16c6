import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import { type EpochMs, type HumanClock, type MarketClock, SECOND_MS } from "@vriddhi/core/time/clock";
import type { BrokerRoll, BrokerStatusQuery, BrokerStatusStore, BrokerUser } from "./broker-status.store.ts";

/** How long pages share one order; a poll every ten seconds always gets a new one. */
const ROLL_KEPT_MS = 5 * SECOND_MS;

export interface BrokerPage {
  readonly total: number;
  readonly connected: number;
  readonly users: readonly BrokerUser[];
}

type PageRequest = Pick<BrokerStatusQuery, "broker" | "sortBy" | "isDescending"> & {
  readonly limit: number;
  readonly offset: number;
  readonly isForced: boolean;
};

export interface BrokerRolls {
  page(request: PageRequest): Promise<BrokerPage>;
  forget(): void;
}

export interface BrokerRollsDeps {
  readonly store: Pick<BrokerStatusStore, "roll" | "read">;
  readonly humanClock: HumanClock;
  readonly marketClock: MarketClock;
}

/** The ids of a page; counted from the end in descending order. */
function cut(userIds: readonly string[], { limit, offset, isDescending }: PageRequest): readonly string[] {
  if (!isDescending) return userIds.slice(offset, offset + limit);
  const end = Math.max(0, userIds.length - offset);
  return userIds.slice(Math.max(0, end - limit), end).toReversed();
}

/** Sorting ten thousand users is a page's cost, so their order is cached for a moment; details are always current. */
export function createBrokerRolls({ store, humanClock, marketClock }: BrokerRollsDeps): BrokerRolls {
  const kept = new Map<string, { readonly at: EpochMs; readonly roll: Promise<BrokerRoll> }>();

  function rollOf(broker: BrokerName, sortBy: PageRequest["sortBy"], isForced: boolean): Promise<BrokerRoll> {
    const key = `${broker} ${sortBy}`;
    const found = kept.get(key);
    const now = humanClock.now();
    if (found !== undefined && !isForced && now - found.at < ROLL_KEPT_MS) return found.roll;
    const roll = store.roll(broker, sortBy, marketClock.now());
    const entry = { at: now, roll };
    kept.set(key, entry);
    roll.catch(() => {
      if (kept.get(key) === entry) kept.delete(key);
    });
    return roll;
  }

  return {
    async page(request) {
      const { broker, sortBy, isForced } = request;
      const { userIds, connected } = await rollOf(broker, sortBy, isForced);
      const users = await store.read(broker, cut(userIds, request), marketClock.now());
      return { total: userIds.length, connected, users };
    },
    forget: () => kept.clear(),
  };
}
