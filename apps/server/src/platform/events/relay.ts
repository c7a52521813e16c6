import type { Database } from "../db/database.ts";
import type { Logger } from "../log/logger.ts";

export const EVENTS_CHANNEL = "user_events";
const BATCH_MAX = 500;
const LOOK_EVERY_MS = 250;
/** Arbitrary fixed number: one relay numbers at a time. */
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

/**
 * Numbers the events committed since the last run and wakes the streams once, without content. Numbering at the insert
 * would let a late commit get a number that readers have passed.
 */
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

/** Polls often; an empty poll reads one empty index. */
export function startRelay(database: Database, log: Logger): { stop(): Promise<void> } {
  let isStopping = false;
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  const look = async (): Promise<void> => {
    try {
      while (!isStopping && (await relayEvents(database)) === BATCH_MAX);
    } catch (cause) {
      if (!isStopping) log.warn({ err: cause }, "live events: sequence numbers not assigned, retrying");
    }
    if (!isStopping) timer = setTimeout(start, LOOK_EVERY_MS);
  };
  const start = (): void => {
    running = look();
  };
  start();
  return {
    async stop() {
      isStopping = true;
      clearTimeout(timer);
      await running;
    },
  };
}
