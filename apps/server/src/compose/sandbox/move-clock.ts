import { err, ok, type Result } from "@vriddhi/core/shared/result";
import { DAY_MS, type EpochMs, epochMs, type HumanClock, later, SECOND_MS } from "@vriddhi/core/time/clock";
import { addDays, istDateOf, istInstant, istMinute } from "@vriddhi/core/time/ist";
import { isTradingDay, nseCalendar } from "@vriddhi/core/time/trading-calendar";
import type { MarketSchedule } from "../market-schedule.ts";
import type { SandboxClock } from "./sandbox-clock.ts";

/** What lies further back is done late, in one go: a leap of a year is no year of mornings. */
const STEPPED_MAX_MS = 7 * DAY_MS;
/** From the first order of the pre-open session until the last auction is over, somebody may hear something. */
const MARKET_FROM = istMinute(9, 0);
const MARKET_UNTIL = istMinute(16, 0);
/** So far the market goes before everybody is waited for; each trade on the way is told all the same. */
const CALM_STEP_MS = 20 * SECOND_MS;
/** The same while prices may close what is open. */
const EXPOSED_STEP_MS = 5 * SECOND_MS;
/** Steps end so long after a whole minute: whoever decides by closed minutes decides without delay. */
const AFTER_MINUTE_MS = 2 * SECOND_MS;
const PACED_STEP_MS = 50;

type Soon<T> = T | Promise<T>;

/** Who has work on the clock that is moved: this process alone, or all that live by it. */
export interface MoveSchedule
  extends Pick<MarketSchedule, "runDue" | "passOver" | "idle" | "isUnderWay" | "wantsEveryTick"> {
  /** Everybody who lives by the clock is there. */
  gather?(): Promise<void>;
  stopsBetween(from: EpochMs, to: EpochMs): Soon<readonly EpochMs[]>;
  isExposed(): Soon<boolean>;
}

export interface MoveDeps {
  readonly clock: SandboxClock;
  readonly humanClock: HumanClock;
  readonly schedule: MoveSchedule;
  /** The exchange lives to the clock's instant and tells everybody who listens. */
  catchUp(): Promise<void>;
  /** Whoever listens has taken in what was told. */
  heard(): Promise<void>;
  /** On the human clock. */
  pause(ms: number): Promise<void>;
}

/** The next instant at which the market begins or ends; `isOpen` tells what lies before it. */
function marketEdge(now: EpochMs): { readonly isOpen: boolean; readonly until: EpochMs } {
  const day = istDateOf(now);
  const [from, until] = [istInstant(day, MARKET_FROM), istInstant(day, MARKET_UNTIL)];
  if (now >= until || !isTradingDay(nseCalendar, day))
    return { isOpen: false, until: istInstant(addDays(day, 1), MARKET_FROM) };
  return now < from ? { isOpen: false, until: from } : { isOpen: true, until };
}

/** The next end of a step, counted from the whole minute. */
function nextStep(now: EpochMs, stepMs: number): EpochMs {
  const passed = Math.floor((now - AFTER_MINUTE_MS) / stepMs);
  return epochMs((passed + 1) * stepMs + AFTER_MINUTE_MS);
}

/** The way from one instant at which something falls due to the next. */
function createTravel(deps: MoveDeps) {
  const { clock, humanClock, schedule } = deps;
  async function settle(): Promise<void> {
    await deps.catchUp();
    await deps.heard();
    await schedule.idle();
  }

  /** Something of ours is on its way, or a person is being asked: the market goes on with their time. */
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

/**
 * Moves the market clock forward. It stops wherever something falls due, so that it happens in order and at its time, and
 * in between the market is played: exchange, feeds, engine and orders come to rest after each step.
 */
export async function moveClock(deps: MoveDeps, target: EpochMs): Promise<Result<null, "clock_backwards">> {
  const { clock, schedule } = deps;
  const isBackwards = (): boolean => target < clock.now();
  if (isBackwards()) return err("clock_backwards");
  await schedule.gather?.();
  // It may have gone on meanwhile.
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
