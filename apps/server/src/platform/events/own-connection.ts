import pg from "pg";
import type { Database } from "../db/database.ts";
import type { Logger } from "../log/logger.ts";

const TRY_AGAIN_MS = 1_000;

/**
 * A connection outside of the pool, for what hangs on a connection itself: listening, and locks that say who leads.
 * `work` runs anew on each connection; its signal ends when the connection is lost or the whole is stopped.
 */
function keepConnection(
  database: Database,
  log: Logger,
  work: (client: pg.Client, signal: AbortSignal) => Promise<void>,
): { stop(): Promise<void> } {
  const stopping = new AbortController();

  async function once(): Promise<void> {
    const lost = new AbortController();
    const client = new pg.Client({ connectionString: database.pool.options.connectionString, keepAlive: true });
    client.on("error", () => lost.abort());
    client.on("end", () => lost.abort());
    try {
      await client.connect();
      await work(client, AbortSignal.any([lost.signal, stopping.signal]));
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  async function goOn(): Promise<void> {
    while (!stopping.signal.aborted) {
      await once().catch((cause: unknown) => {
        if (!stopping.signal.aborted) log.warn({ err: cause }, "a connection of its own was lost");
      });
      await pause(TRY_AGAIN_MS, stopping.signal);
    }
  }

  const running = goOn();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

/** Resolves after the time or with the signal, whichever comes first. */
export function pause(durationMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, durationMs);
    signal.addEventListener("abort", done);
  });
}

const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });

/** Calls `onNotify` for each notification, and once whenever it begins to listen: something may have been missed. */
export const listenTo = (database: Database, log: Logger, channel: string, onNotify: () => void) =>
  keepConnection(database, log, async (client, signal) => {
    client.on("notification", onNotify);
    await client.query(`LISTEN ${channel}`);
    onNotify();
    await untilAborted(signal);
  });

const ASK_FOR_LEAD_MS = 5_000;

/** Runs `work` in one process of all that share the database. */
export const leadWith = (database: Database, log: Logger, lock: number, work: (signal: AbortSignal) => Promise<void>) =>
  keepConnection(database, log, async (client, signal) => {
    while (!signal.aborted) {
      const { rows } = await client.query<{ held: boolean }>("SELECT pg_try_advisory_lock($1) AS held", [lock]);
      if (rows[0]?.held === true) return work(signal);
      await pause(ASK_FOR_LEAD_MS, signal);
    }
  });
