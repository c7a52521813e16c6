import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { systemClock } from "../../platform/clock/system-clock.ts";

const PAUSE_MS = 20;
const ANSWER_WITHIN_MS = 2_000;
/** Rows of several writers never have the same number. */
const NUMBERS_OF_A_WRITER = 1_000_000_000;

export const PROBE_TABLE = "CREATE TABLE IF NOT EXISTS cluster_probe (n bigint PRIMARY KEY)";

export interface AcknowledgedRow {
  readonly n: number;
  /** Of `performance.now()`. */
  readonly atMs: number;
}

export interface RowWriter {
  /** Stops writing. Returns the rows whose commit was acknowledged and the longest time without one. */
  stop(): Promise<{ readonly acknowledged: readonly AcknowledgedRow[]; readonly gapMs: number }>;
}

let writers = 0;

/** Commits one row after another and remembers each acknowledgement: what a failover loses of them is a fault. */
export function startRowWriter(url: string): RowWriter {
  writers += 1;
  const first = systemClock.now() % NUMBERS_OF_A_WRITER;
  const base = writers * NUMBERS_OF_A_WRITER + first;
  const acknowledged: AcknowledgedRow[] = [];
  let isStopping = false;
  let lastMs = performance.now();
  let gapMs = 0;
  let number = 0;

  async function writeUntilLost(): Promise<void> {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: ANSWER_WITHIN_MS,
      query_timeout: ANSWER_WITHIN_MS,
    });
    client.on("error", () => undefined);
    try {
      await client.connect();
      while (!isStopping) {
        number += 1;
        await client.query("INSERT INTO cluster_probe VALUES ($1)", [base + number]);
        acknowledged.push({ n: base + number, atMs: performance.now() });
        gapMs = Math.max(gapMs, performance.now() - lastMs);
        lastMs = performance.now();
        await sleep(PAUSE_MS);
      }
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  async function writeOn(): Promise<void> {
    while (!isStopping) {
      await writeUntilLost().catch(() => undefined);
      await sleep(PAUSE_MS);
    }
  }
  const writing = writeOn();
  return {
    async stop() {
      isStopping = true;
      await writing;
      return { acknowledged, gapMs: Math.round(gapMs) };
    },
  };
}
