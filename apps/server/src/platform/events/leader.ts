import type pg from "pg";
import { withTimeout } from "../clock/with-timeout.ts";
import { keepConnection, type OwnConnectionDeps, pause } from "./own-connection.ts";

export interface LeaderDeps extends OwnConnectionDeps {
  /** Arbitrary fixed number: the leader holds this advisory lock. */
  readonly lock: number;
  /** How often the leader checks that it still leads; default: `leadTimes`. */
  readonly beatEveryMs?: number;
}

/** The leader's heartbeat interval and timeout; others ask for leadership at the third interval. */
export const leadTimes = { beatEveryMs: 1_000, answerWithinMs: 3_000, askForLeadMs: 1_000 } as const;

const RAISE_EPOCH = `
  INSERT INTO leader_epochs AS leader (name, epoch) VALUES ($1, 1)
  ON CONFLICT (name) DO UPDATE SET epoch = leader.epoch + 1 RETURNING epoch::int AS epoch`;

/** Throws when the connection is half open or another process leads. */
async function beat(client: pg.Client, { name, beatEveryMs }: LeaderDeps, epoch: number, signal: AbortSignal) {
  while (!signal.aborted) {
    await pause(beatEveryMs ?? leadTimes.beatEveryMs, signal);
    if (signal.aborted) return;
    const asked = client.query<{ epoch: number }>("SELECT epoch::int AS epoch FROM leader_epochs WHERE name = $1", [
      name,
    ]);
    asked.catch(() => undefined);
    const answer = await withTimeout(leadTimes.answerWithinMs, asked);
    if (answer === "late") throw new Error(`leader heartbeat of ${name} timed out`);
    if (answer.rows[0]?.epoch !== epoch)
      throw new Error(`leadership of ${name} was lost: another process holds a newer epoch`);
  }
}

/** Leads until the signal aborts or a heartbeat fails; `work` receives either as an abort. */
async function lead(
  client: pg.Client,
  deps: LeaderDeps,
  signal: AbortSignal,
  work: (signal: AbortSignal, epoch: number) => Promise<void>,
): Promise<void> {
  const { name, log } = deps;
  const { rows } = await client.query<{ epoch: number }>(RAISE_EPOCH, [name]);
  const epoch = rows[0]?.epoch ?? 0;
  log.info({ name, epoch }, "leader: acquired");
  const standDown = new AbortController();
  const leading = AbortSignal.any([signal, standDown.signal]);
  const beating = beat(client, deps, epoch, leading).finally(() => standDown.abort());
  const working = work(leading, epoch).finally(() => standDown.abort());
  try {
    await Promise.all([beating, working]);
  } finally {
    await Promise.allSettled([beating, working]);
    log.info({ name, epoch }, "leader: released");
  }
}

/** An advisory lock on a dedicated connection is the leadership. Each term has a larger fencing token (epoch). */
export const leadWith = (deps: LeaderDeps, work: (signal: AbortSignal, epoch: number) => Promise<void>) =>
  keepConnection(deps, async (client, signal) => {
    while (!signal.aborted) {
      const { rows } = await client.query<{ held: boolean }>("SELECT pg_try_advisory_lock($1) AS held", [deps.lock]);
      if (rows[0]?.held === true) return lead(client, deps, signal, work);
      await pause(leadTimes.askForLeadMs, signal);
    }
  });
