import { assert } from "@vriddhi/core/shared/assert";
import { paise } from "@vriddhi/core/shared/money";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { IstDate } from "@vriddhi/core/time/ist";
import type { Bar, PricePoint } from "./model.ts";
import { replayPlan } from "./replay-plan.ts";
import { sessionDayOn } from "./sessions.ts";
import { nearestTick } from "./tick-size.ts";
import { applyTick } from "./ticks.ts";
import { instantOf, phaseOf, type World } from "./world.ts";

/** Quantity that trades at a scripted point. */
const SCRIPTED_QUANTITY = 100;

/** Trades at the exact instant, between the ticks, so that no turning point of the path is skipped. */
export function runScriptPoint(world: World, index: number, point: PricePoint): void {
  if (world.now !== null && point.at <= world.now) return;
  const { date } = world.day ?? { date: null };
  world.agenda.plan(point.at, () => {
    const isCurrent = world.day?.date === date && world.scripts[index]?.includes(point) === true;
    if (!isCurrent || phaseOf(world, index) !== "continuous") return;
    const price = nearestTick(point.price, world.market.tick[index] as number);
    applyTick(world, index, price, SCRIPTED_QUANTITY, price < (world.market.last[index] as number));
  });
}

/** Removes the other side until then; afterwards the day continues as drawn. */
export function lockAtCircuit(world: World, index: number, side: "upper" | "lower", until: EpochMs): void {
  const now = instantOf(world);
  const price = paise(world.market[side][index] as number);
  const path: readonly PricePoint[] = [
    { at: now, price },
    { at: until, price },
  ];
  world.scripts[index] = path;
  if (phaseOf(world, index) === "continuous") applyTick(world, index, price, SCRIPTED_QUANTITY, side === "lower");
  world.agenda.plan(until, () => {
    if (world.scripts[index] === path) world.scripts[index] = null;
  });
}

export function replayDay(
  world: World,
  index: number,
  date: IstDate,
  { bars, previousClose }: { readonly bars: readonly Bar[]; readonly previousClose: number | null },
): void {
  assert(world.day === null || date > world.day.date, "a day is replayed from its beginning");
  const tick = world.market.tick[index] as number;
  const plan = replayPlan(world, index, sessionDayOn(world.hours, date), bars);
  const symbol = world.instruments[index]?.symbol ?? "";
  world.replays.set(`${date} ${symbol}`, {
    plan,
    previousClose: previousClose === null ? plan.open : nearestTick(previousClose, tick),
  });
}
