import { SECOND_MS } from "@vriddhi/core/time/clock";
import { realTimers } from "../../platform/clock/timers.ts";
import type { Database } from "../../platform/db/database.ts";
import { SCHEDULER_BEAT } from "../../platform/due-step/step-upkeep.ts";
import type { Logger } from "../../platform/log/logger.ts";
import { FEEDS_LEADER } from "../lead-feeds.ts";
import type { MarketSchedule } from "../market-schedule.ts";

interface ResetWorldDeps {
  readonly database: Pick<Database, "pool">;
  readonly schedule: Pick<MarketSchedule, "forget">;
  readonly log: Logger;
  resetSimulators(): Promise<void>;
  emptyTables(): Promise<void>;
}

interface Running {
  readonly epoch: number;
  readonly hasDayPlan: boolean;
}

/** Machine time. A new leader takes about two seconds; another process stores the day's plan again within five. */
const LOOK_EVERY_MS = 50;
const BEGUN_WITHIN_MS = 20 * SECOND_MS;

const RUNNING = `SELECT coalesce((SELECT epoch FROM leader_epochs WHERE name = $1), 0)::int AS epoch,
  EXISTS (SELECT FROM scheduler_beats WHERE name = $2) AS "hasDayPlan"`;
const END_LEADERSHIP = "UPDATE leader_epochs SET epoch = epoch + 1 WHERE name = $1 RETURNING epoch::int AS epoch";

async function running({ database: { pool } }: ResetWorldDeps): Promise<Running> {
  const { rows } = await pool.query<Running>(RUNNING, [FEEDS_LEADER, SCHEDULER_BEAT]);
  return rows[0] ?? { epoch: 0, hasDayPlan: false };
}

/** Waits until the feeds have a leader and the day has a plan again, where they had one before. */
async function waitForRestart(deps: ResetWorldDeps, hadDayPlan: boolean, endedEpoch: number | null): Promise<void> {
  const deadline = performance.now() + BEGUN_WITHIN_MS;
  const isBegun = ({ epoch, hasDayPlan }: Running) =>
    (endedEpoch === null || epoch > endedEpoch) && (hasDayPlan || !hadDayPlan);
  while (!isBegun(await running(deps))) {
    if (performance.now() > deadline) return deps.log.warn("sandbox: reset not finished by every component");
    await new Promise<void>((resolve) => void realTimers.after(LOOK_EVERY_MS, resolve));
  }
}

/**
 * The product keeps writing while the simulators are reset, so the tables are emptied before and after. The feeds'
 * leader steps down.
 */
export async function resetWorld(deps: ResetWorldDeps): Promise<void> {
  const { database, schedule, resetSimulators, emptyTables } = deps;
  const { hasDayPlan } = await running(deps);
  await emptyTables();
  await resetSimulators();
  await emptyTables();
  const { rows } = await database.pool.query<{ epoch: number }>(END_LEADERSHIP, [FEEDS_LEADER]);
  schedule.forget();
  await waitForRestart(deps, hasDayPlan, rows[0]?.epoch ?? null);
}
