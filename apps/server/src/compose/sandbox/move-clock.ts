import { err, ok, type Result } from "@vriddhi/core/shared/result";
import { DAY_MS, type EpochMs, epochMs, type HumanClock, later, SECOND_MS } from "@vriddhi/core/time/clock";
import { addDays, istDateOf, istInstant, istMinute } from "@vriddhi/core/time/ist";
import { isTradingDay, nseCalendar } from "@vriddhi/core/time/trading-calendar";
import type { MarketSchedule } from "../market-schedule.ts";
import type { SandboxClock } from "./sandbox-clock.ts";

/** Longer jumps run the earlier part in one go: a jump of a year does not play a year of mornings. */
const STEPPED_MAX_MS = 7 * DAY_MS;
/** Market events may occur from the first pre-open order until the last auction is over. */
const MARKET_FROM = istMinute(9, 0);
const MARKET_UNTIL = istMinute(16, 0);
/** How far the market plays before all members must settle. Each trade is still delivered. */
const CALM_STEP_MS = 20 * SECOND_MS;
/** The same while prices may close an open position. */
const EXPOSED_STEP_MS = 5 * SECOND_MS;
/** Steps end this long after a whole minute, so that decisions on closed minutes are not delayed. */
const AFTER_MINUTE_MS = 2 * SECOND_MS;
const PACED_STEP_MS = 50;

type Soon<T> = T | Promise<T>;

export interface MoveSchedule
  extends Pick<MarketSchedule, "runDue" | "passOver" | "idle" | "isUnderWay" | "wantsEveryTick"> {
  gather?(): Promise<void>;
  stopsBetween(from: EpochMs, to: EpochMs): Soon<readonly EpochMs[]>;
  isExposed(): Soon<boolean>;
}

export interface MoveDeps {
  readonly clock: SandboxClock;
  readonly humanClock: HumanClock;
  readonly schedule: MoveSchedule;
  /** The exchange plays up to the clock's instant and publishes its events. */
  catchUp(): Promise<void>;
  /** Resolves when every listener has received the published events. */
  delivered(): Promise<void>;
  /** On the human clock. */
  pause(ms: number): Promise<void>;
}

function marketEdge(now: EpochMs): { readonly isOpen: boolean; readonly until: EpochMs } {
  const day = istDateOf(now);
  const [from, until] = [istInstant(day, MARKET_FROM), istInstant(day, MARKET_UNTIL)];
  if (now >= until || !isTradingDay(nseCalendar, day))
    return { isOpen: false, until: istInstant(addDays(day, 1), MARKET_FROM) };
  return now < from ? { isOpen: false, until: from } : { isOpen: true, until };
}

function nextStep(now: EpochMs, stepMs: number): EpochMs {
  const passed = Math.floor((now - AFTER_MINUTE_MS) / stepMs);
  return epochMs((passed + 1) * stepMs + AFTER_MINUTE_MS);
}

function createTravel(deps: MoveDeps) {
  const { clock, humanClock, schedule } = deps;
  async function settle(): Promise<void> {
    await deps.catchUp();
    await deps.delivered();
    await schedule.idle();
  }

  /** Plays at human speed while an order is in flight or waits for approval. */
  async function crawl(to: EpochMs): Promise<void> {
    const [market, human] = [clock.now(), humanClock.now()];
    await deps.pause(PACED_STEP_MS);
    await clock.step(epochMs(Math.min(to, later(market, Math.max(0, humanClock.now() - human)))));
  }

  async function stride(to: EpochMs, isPlayed: boolean): Promise<void> {
    const now = clock.now();
    const { isOpen, until } = marketEdge(now);
    const played = nextStep(now, (await schedule.isExposed()) ? EXPOSED_STEP_MS : CALM_STEP_MS);
    await clock.step(epochMs(Math.min(to, isPlayed ? (isOpen ? played : until) : to)));
  }

  return async (to: EpochMs): Promise<void> => {
    const isPlayed = await schedule.wantsEveryTick();
    while (clock.now() < to) {
      if (await schedule.isUnderWay()) await crawl(to);
      else await stride(to, isPlayed);
      await settle();
    }
    await settle();
    await schedule.runDue();
    await schedule.idle();
  };
}

/** Stops at each instant with due work, so that it runs in order; exchange, feeds, engine and orders settle. */
export async function moveClock(deps: MoveDeps, target: EpochMs): Promise<Result<null, "clock_backwards">> {
  const { clock, schedule } = deps;
  const isBackwards = (): boolean => target < clock.now();
  if (isBackwards()) return err("clock_backwards");
  await schedule.gather?.();
  // The clock may have advanced meanwhile.
  if (isBackwards()) return err("clock_backwards");
  const start = clock.now();
  const travel = createTravel(deps);
  const from = epochMs(Math.max(start, later(target, -STEPPED_MAX_MS)));
  await clock.jump(async () => {
    if (from > start) {
      await schedule.passOver(start, from);
      await clock.step(from);
    }
    for (const stop of await schedule.stopsBetween(from, target)) await travel(stop);
    await travel(target);
  });
  return ok(null);
}
