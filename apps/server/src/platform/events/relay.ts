import type { Database } from "../db/database.ts";
import type { Logger } from "../log/logger.ts";
import { listenTo } from "./own-connection.ts";
import type { WorkWatch } from "./work-watch.ts";

export const EVENTS_CHANNEL = "user_events";
const STREAMS_CHANNEL = "event_streams";
/** How long announced streams count as open: two heartbeats and a little. */
const LISTENED_MS = 45_000;
const BATCH_MAX = 500;
const LOOK_EVERY_MS = 250;
const RELAY_LOCK = 7_262_003;

const NUMBER_BATCH = `
  WITH fresh AS (
    SELECT id, user_id FROM user_events WHERE seq IS NULL ORDER BY id LIMIT ${BATCH_MAX}
  ), placed AS (
    SELECT id, user_id, row_number() OVER (PARTITION BY user_id ORDER BY id) AS place,
           count(*) OVER (PARTITION BY user_id) AS total
    FROM fresh
  ), heads AS (
    INSERT INTO user_event_heads AS head (user_id, last_seq)
    SELECT user_id, count(*) FROM fresh GROUP BY user_id
    ON CONFLICT (user_id) DO UPDATE SET last_seq = head.last_seq + EXCLUDED.last_seq
    RETURNING head.user_id, head.last_seq
  )
  UPDATE user_events AS event SET seq = heads.last_seq - placed.total + placed.place
  FROM placed JOIN heads ON heads.user_id = placed.user_id
  WHERE event.id = placed.id`;

const EVENTS_WAIT = "EXISTS (SELECT FROM user_events WHERE seq IS NULL)";

/** Numbering at the insert would let a late commit get a number that readers have passed. */
async function relayEvents(database: Database): Promise<number> {
  const { rows } = await database.pool.query("SELECT 1 FROM user_events WHERE seq IS NULL LIMIT 1");
  if (rows.length === 0) return 0;
  return database.transaction(async ({ client }) => {
    const lock = await client.query<{ held: boolean }>("SELECT pg_try_advisory_xact_lock($1) AS held", [RELAY_LOCK]);
    if (lock.rows[0]?.held !== true) return 0;
    const { rowCount } = await client.query(NUMBER_BATCH);
    if (rowCount) await client.query(`NOTIFY ${EVENTS_CHANNEL}`);
    return rowCount ?? 0;
  });
}

/** Events are numbered at once while a page listens anywhere, and within a second while none does. */
export function startRelay(database: Database, log: Logger, { pollWhile }: Pick<WorkWatch, "pollWhile">): Relay {
  let isStopping = false;
  let listenedUntilMs = Number.NEGATIVE_INFINITY;
  const relay = pollWhile(
    "live events",
    async () => {
      while (!isStopping && (await relayEvents(database)) === BATCH_MAX);
    },
    { everyMs: LOOK_EVERY_MS, waits: EVENTS_WAIT, isWanted: () => performance.now() < listenedUntilMs },
  );
  const streams = listenTo(database, log, STREAMS_CHANNEL, (payload) => {
    // Without a payload it only begins to listen: open streams are announced again with their next heartbeat.
    if (payload === null) return;
    listenedUntilMs = performance.now() + LISTENED_MS;
    relay.wake();
  });
  return {
    async stop() {
      isStopping = true;
      await streams.stop();
      await relay.stop();
    },
  };
}

/** A process announces its streams when the first opens and with each heartbeat. */
export const announceStreams = async ({ pool }: Pick<Database, "pool">): Promise<void> =>
  void (await pool.query(`NOTIFY ${STREAMS_CHANNEL}`));

export interface Relay {
  stop(): Promise<void>;
}
