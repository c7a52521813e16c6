import { isSessionAlive } from "@vriddhi/core/account/session-rules";
import type { HumanClock } from "@vriddhi/core/time/clock";
import { and, eq, gt, inArray, min } from "drizzle-orm";
import type { Database } from "../../platform/db/database.ts";
import { sessions } from "../../platform/db/schema/account.ts";
import { adminSessions } from "../../platform/db/schema/desk.ts";
import { userEventHeads, userEvents } from "../../platform/db/schema/notification.ts";
import type { EventStreamStore, StreamedEvent } from "./event-stream.store.ts";

const LIST_AFTER = `
  SELECT event.user_id AS "userId", event.seq::float8 AS seq, event.kind, event.payload
  FROM unnest($1::uuid[], $2::bigint[]) AS told (user_id, after)
  JOIN user_events AS event ON event.user_id = told.user_id AND event.seq > told.after
  ORDER BY event.user_id, event.seq LIMIT $3`;

export const createEventStreamStore = ({ db, pool }: Database, clock: HumanClock): EventStreamStore => ({
  async reachOf(userId) {
    const [head] = await db.select().from(userEventHeads).where(eq(userEventHeads.userId, userId));
    const [kept] = await db
      .select({ oldest: min(userEvents.seq) })
      .from(userEvents)
      .where(eq(userEvents.userId, userId));
    return { head: head?.lastSeq ?? 0, oldest: kept?.oldest ?? null };
  },
  async listAfter(cursors, most) {
    const [users, afters] = [cursors.map(({ userId }) => userId), cursors.map(({ after }) => after)];
    return (await pool.query<StreamedEvent>(LIST_AFTER, [users, afters, most])).rows;
  },
  async aliveOf(sessionIds) {
    const rows = await db
      .select()
      .from(sessions)
      .where(inArray(sessions.id, [...sessionIds]));
    const desk = await db
      .select({ id: adminSessions.id })
      .from(adminSessions)
      .where(and(inArray(adminSessions.id, [...sessionIds]), gt(adminSessions.expiresAt, clock.now())));
    const now = clock.now();
    const alive = rows.filter((session) => isSessionAlive(session, now));
    return new Set([...alive, ...desk].map(({ id }) => id));
  },
});
