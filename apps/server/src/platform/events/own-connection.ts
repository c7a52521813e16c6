import pg from "pg";
import { withTimeout } from "../clock/with-timeout.ts";
import { runFor } from "../db/async-context.ts";
import type { Database } from "../db/database.ts";
import type { Logger } from "../log/logger.ts";

const TRY_AGAIN_MS = 1_000;
const GOODBYE_WITHIN_MS = 1_000;
const CONNECT_WITHIN_MS = 5_000;
/** The server must also detect a dead client: the lock of a machine that vanished is free within seconds. */
const SERVER_SETTINGS =
  "-c tcp_keepalives_idle=2 -c tcp_keepalives_interval=1 -c tcp_keepalives_count=2 -c tcp_user_timeout=4000";

export interface OwnConnectionDeps {
  readonly database: Pick<Database, "pool">;
  readonly log: Logger;
  readonly name: string;
}

function ownClient(database: Pick<Database, "pool">): pg.Client {
  const address = new URL(database.pool.options.connectionString ?? "");
  const options = address.searchParams.get("options");
  address.searchParams.set("options", options === null ? SERVER_SETTINGS : `${options} ${SERVER_SETTINGS}`);
  return new pg.Client({
    connectionString: address.href,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: TRY_AGAIN_MS,
  });
}

/** For `LISTEN` and advisory locks. `work` restarts on each new connection; a lost one or a stop aborts its signal. */
export function keepConnection(
  { database, log, name }: OwnConnectionDeps,
  work: (client: pg.Client, signal: AbortSignal) => Promise<void>,
): { stop(): Promise<void> } {
  const stopping = new AbortController();

  async function once(): Promise<void> {
    const lost = new AbortController();
    const client = ownClient(database);
    client.on("error", () => lost.abort());
    client.on("end", () => lost.abort());
    try {
      await client.connect();
      await work(client, AbortSignal.any([lost.signal, stopping.signal]));
      await hangUp(client);
    } finally {
      cutOff(client);
    }
  }

  async function goOn(): Promise<void> {
    while (!stopping.signal.aborted) {
      await once().catch((cause: unknown) => {
        if (!stopping.signal.aborted)
          log.warn({ err: cause, connection: name }, "database: dedicated connection lost, reconnecting");
      });
      await pause(TRY_AGAIN_MS, stopping.signal);
    }
  }

  const running = runFor("api", goOn);
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

/** A peer that does not answer would delay a polite close for minutes. */
const hangUp = (client: pg.Client): Promise<unknown> => withTimeout(GOODBYE_WITHIN_MS, client.end());

function cutOff(client: pg.Client): void {
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } };
  connection.stream.destroy();
}

/** Resolves after the time or on abort, whichever comes first. */
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

export const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });

/** Calls `onNotify` with each payload, and once without after every (re)connect: one may have been missed. */
export const listenTo = (
  database: Database,
  log: Logger,
  channel: string,
  onNotify: (payload: string | null) => void,
) =>
  keepConnection({ database, log, name: channel }, async (client, signal) => {
    client.on("notification", ({ payload }) => onNotify(payload ?? null));
    await client.query(`LISTEN ${channel}`);
    onNotify(null);
    await untilAborted(signal);
  });
