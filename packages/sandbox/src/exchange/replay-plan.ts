import { hashText, mix } from "./chance.ts";
import type { Bar } from "./model.ts";
import type { DayPlan } from "./price-day.ts";
import { planFromBars } from "./replay.ts";
import { minutesBetween, type SessionDay } from "./sessions.ts";
import { segmentOf, type World } from "./world.ts";

const REPLAY_PURPOSE = 0x61;

export function replayPlan(world: World, index: number, session: SessionDay, bars: readonly Bar[]): DayPlan {
  const { continuousUntil, closing } = session[segmentOf(world, index)];
  return planFromBars(bars, {
    open: session.open,
    minutes: minutesBetween(session.open, continuousUntil),
    closing: closing?.matchAt ?? null,
    tick: world.market.tick[index] as number,
    seed: mix(world.seed, index, hashText(session.date), REPLAY_PURPOSE),
  });
}
