import { err, ok, type Result } from "@vriddhi/core/shared/result";
import { DAY_MS, type EpochMs, epochMs, later } from "@vriddhi/core/time/clock";
import type { MarketSchedule } from "../market-schedule.ts";
import type { SandboxClock } from "./sandbox-clock.ts";

/** What lies further back is done late, in one go: a leap of a year is no year of mornings. */
const STEPPED_MAX_MS = 7 * DAY_MS;

export interface MoveDeps {
  readonly clock: SandboxClock;
  readonly schedule: MarketSchedule;
  /** The exchange lives to the clock's instant. */
  catchUp(): Promise<void>;
}

/** Moves the market clock forward and stops wherever something falls due, so that it happens in order and at its time. */
export async function moveClock(deps: MoveDeps, target: EpochMs): Promise<Result<null, "clock_backwards">> {
  const { clock, schedule } = deps;
  const start = clock.now();
  if (target < start) return err("clock_backwards");
  // The clock runs meanwhile and may have come by already.
  const arrive = async (at: EpochMs) => {
    if (at > clock.now()) await clock.change({ now: at });
    await deps.catchUp();
    await schedule.runDue();
  };
  const from = epochMs(Math.max(start, later(target, -STEPPED_MAX_MS)));
  for (const stop of schedule.stopsBetween(from, target)) await arrive(stop);
  await arrive(target);
  return ok(null);
}
