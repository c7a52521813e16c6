import type { EpochMs } from "@vriddhi/core/time/clock";
import { personKey } from "../../../lib/person-storage.ts";
import { createSharedLatest, type Learnt, type SharedLatest } from "../../../lib/shared-latest.ts";

/** One tab's status and its request time: an answer to an earlier request is not newer. */
export interface KnownConnection extends Learnt {
  readonly isConnected: boolean;
}

export type SharedConnection = SharedLatest<KnownConnection>;

/** B4.7: all tabs of this user share the latest status. */
export const createSharedConnection = (userId: string, now: () => EpochMs): SharedConnection =>
  createSharedLatest<KnownConnection>({
    key: personKey(userId, "angelone_connection"),
    toFact: ({ isConnected }, at) => (typeof isConnected === "boolean" ? { isConnected, at } : null),
    now,
  });
