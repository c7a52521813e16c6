import type { LiveEventKind } from "@vriddhi/core/notification/live-event";
import type { EpochMs, HumanClock } from "@vriddhi/core/time/clock";
import type { Tx } from "../db/database.ts";
import { toTimestamp } from "../db/instant.ts";
import { userEvents } from "../db/schema/notification.ts";

/** Notifies a user's open pages after the caller's commit. The payload holds ids, never content. */
export type Publish = (
  tx: Tx,
  userId: string,
  kind: LiveEventKind,
  payload?: Readonly<Record<string, string>>,
) => Promise<void>;

export const createPublish =
  (clock: HumanClock): Publish =>
  async (tx, userId, kind, payload = {}) => {
    const event = { userId, kind, payload, at: clock.now() };
    await tx.db.insert(userEvents).values(event).prepare("user-event").execute();
  };

export async function publishMany(
  { client }: Tx,
  userIds: readonly string[],
  kind: LiveEventKind,
  at: EpochMs,
): Promise<void> {
  if (userIds.length === 0) return;
  await client.query(
    `INSERT INTO user_events (user_id, kind, payload, at)
     SELECT DISTINCT person.id, $2, '{}'::jsonb, $3::timestamptz FROM unnest($1::uuid[]) AS wanted(id)
     JOIN users person ON person.id = wanted.id`,
    [userIds, kind, toTimestamp(at)],
  );
}
