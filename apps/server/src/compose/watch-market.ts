import type { EpochMs } from "@vriddhi/core/time/clock";
import { addDays, type IstMinute, istDateOf, istInstant } from "@vriddhi/core/time/ist";
import type { Executor } from "@vriddhi/execution/executor-model";
import { isNull } from "drizzle-orm";
import type { Database } from "../platform/db/database.ts";
import { algoRuns } from "../platform/db/schema/run.ts";
import type { MarketSchedule } from "./market-schedule.ts";

export function dailyStops(minute: IstMinute, from: EpochMs, to: EpochMs): readonly EpochMs[] {
  const stops: EpochMs[] = [];
  for (let day = istDateOf(from); day <= istDateOf(to); day = addDays(day, 1)) {
    const at = istInstant(day, minute);
    if (at > from && at <= to) stops.push(at);
  }
  return stops;
}

/** The process's orders settle after each step of a jump, and the market waits while one is in flight. */
export const watchOrders = (
  schedule: MarketSchedule,
  executor: Pick<Executor, "turnAll" | "turnDue" | "isUnderWay" | "isBusy" | "isExposed">,
): void =>
  schedule.watch({
    idle: () => executor.turnAll(),
    isUnderWay: () => executor.isUnderWay(),
    isBusy: () => executor.isBusy(),
    async judge() {
      await executor.turnDue();
      return executor.isUnderWay();
    },
    isExposed: () => executor.isExposed(),
  });

/** Every trade of the market matters while any account runs. */
export const watchRuns = (schedule: MarketSchedule, { db }: Pick<Database, "db">): void =>
  schedule.watch({
    idle: async () => undefined,
    async wantsEveryTick() {
      const [running] = await db.select({ id: algoRuns.id }).from(algoRuns).where(isNull(algoRuns.stoppedAt)).limit(1);
      return running !== undefined;
    },
  });
