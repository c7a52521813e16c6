import { poolOf } from "@vriddhi/core/schedule/concurrency-pool";
import { planStep } from "@vriddhi/core/schedule/day-plan";
import type { MarketClock } from "@vriddhi/core/time/clock";
import { istDateOf } from "@vriddhi/core/time/ist";
import { isTradingDay, type TradingCalendar } from "@vriddhi/core/time/trading-calendar";
import type { Tx } from "../../platform/db/database.ts";
import type { DueStepStore } from "../../platform/due-step/due-step.store.ts";
import type { KeptAccount } from "./morning-ports.ts";

export interface LateArrivalDeps {
  readonly steps: DueStepStore;
  readonly marketClock: MarketClock;
  readonly calendar: TradingCalendar;
}

/** The broker ended a valid session: plans a new login at once if it needs no person; `false` outside the hours. */
export const createMending =
  ({ steps, marketClock, calendar }: LateArrivalDeps) =>
  async (tx: Tx, { linkId, broker }: KeptAccount): Promise<boolean> => {
    const now = marketClock.now();
    const day = istDateOf(now);
    const again = { ...planStep("reconnect", day), subject: linkId, lane: poolOf("reconnect", broker) };
    const isTime = isTradingDay(calendar, day) && now >= again.dueAt && now <= again.usefulUntil;
    if (isTime) await steps.reopen(tx, { ...again, dueAt: now });
    return isTime;
  };

/** A user connected: checks the account now, and starts it between 9:00 and 9:10. */
export const createLateArrivals =
  ({ steps, marketClock, calendar }: LateArrivalDeps) =>
  async (tx: Tx, { linkId, broker }: KeptAccount): Promise<void> => {
    const now = marketClock.now();
    const day = istDateOf(now);
    if (!isTradingDay(calendar, day)) return;
    const start = { ...planStep("start", day), subject: linkId, lane: poolOf("start", broker) };
    if (now >= start.dueAt && now <= start.usefulUntil) {
      await steps.add([start], tx);
      await steps.hasten(tx, start, now);
    }
    const lane = poolOf("readiness", broker);
    const look = { ...planStep("readiness", day), subject: linkId, lane, dueAt: now };
    if (now >= planStep("disconnect", day).dueAt && now <= look.usefulUntil) await steps.reopen(tx, look);
  };
