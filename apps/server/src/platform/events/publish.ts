import type { LiveEventKind } from "@vriddhi/core/notification/live-event";
import type { HumanClock } from "@vriddhi/core/time/clock";
import type { Tx } from "../db/database.ts";
import { userEvents } from "../db/schema/notification.ts";

/** Tells a person's open pages, once the caller's transaction is committed. The payload names things, it never shows them. */
export type Publish = (
  tx: Tx,
  userId: string,
  kind: LiveEventKind,
  payload?: Readonly<Record<string, string>>,
) => Promise<void>;

export const createPublish =
  (clock: HumanClock): Publish =>
  async (tx, userId, kind, payload = {}) => {
    await tx.db.insert(userEvents).values({ userId, kind, payload, at: clock.now() });
  };
