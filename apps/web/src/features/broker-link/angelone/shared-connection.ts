import type { EpochMs } from "@vriddhi/core/time/clock";
import { personKey } from "../../../lib/person-storage.ts";
import { createSharedLatest, type Learnt, type SharedLatest } from "../../../lib/shared-latest.ts";

/** What one tab knows, and from when: a status that was asked for earlier is not truer for arriving later. */
export interface KnownConnection extends Learnt {
  readonly isConnected: boolean;
}

export type SharedConnection = SharedLatest<KnownConnection>;

/** B4.7: all tabs of this person know the latest that any of them has learnt. */
export const createSharedConnection = (userId: string, now: () => EpochMs): SharedConnection =>
  createSharedLatest<KnownConnection>({
    key: personKey(userId, "angelone_connection"),
    toFact: ({ isConnected }, at) => (typeof isConnected === "boolean" ? { isConnected, at } : null),
    now,
  });
