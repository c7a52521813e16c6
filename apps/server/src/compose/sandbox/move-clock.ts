import { err, ok, type Result } from "@vriddhi/core/shared/result";
import { DAY_MS, type EpochMs, epochMs, type HumanClock, later, MINUTE_MS, SECOND_MS } from "@vriddhi/core/time/clock";
import { addDays, istDateOf, istInstant, istMinute } from "@vriddhi/core/time/ist";
import { isTradingDay, nseCalendar } from "@vriddhi/core/time/trading-calendar";
import type { FeedDetail } from "@vriddhi/sandbox/broker/market-driver";
import type { MarketSchedule } from "../market-schedule.ts";
import type { SandboxClock } from "./sandbox-clock.ts";

/** A longer jump moves the clock once over all but its last days: a jump of a year does not play a year of mornings. */
const STEPPED_MAX_MS = 7 * DAY_MS;
/** Market events may occur from the first pre-open order until the last auction is over. */
const MARKET_FROM = istMinute(9, 0);
const MARKET_UNTIL = istMinute(16, 0);
/** How far the market plays before all members must settle: a strategy decides when a minute is over. */
const STEP_MS = MINUTE_MS;
/** A share trades once in this time; while a position is open, each price is judged within a step. */
const TRADE_MS = SECOND_MS;
/** Steps where prices reach other processes on their own way and cannot be judged within a step. */
const REMOTE_STEP_MS = { calm: 20 * SECOND_MS, exposed: 5 * SECOND_MS };
/** Steps end this long after a whole minute, so that decisions on closed minutes are not delayed. */
const AFTER_MINUTE_MS = 2 * SECOND_MS;
/** How far the market goes on while an order waits for it, at human speed. */
const PACED_STEP_MS = SECOND_MS;
/** The market waits so long at most for a broker's answer, or for a process that works on an order. */
const HELD_MAX_MS = 10 * SECOND_MS;
const LOOK_EVERY_MS = 50;

type Soon<T> = T | Promise<T>;

export interface MoveSchedule
  extends Pick<MarketSchedule, "runDue" | "passOver" | "idle" | "isUnderWay" | "wantsEveryTick"> {
  gather?(): Promise<void>;
  stopsBetween(from: EpochMs, to: EpochMs): Soon<readonly EpochMs[]>;
  isBusy(): Soon<boolean>;
  isExposed(): Soon<boolean>;
  /** Decides on the prices received so far; true when something is under way then. Left out: it only settles, in smaller steps. */
  judge?(): Promise<boolean>;
  wantsWholeFeed(): Soon<boolean>;
}

export interface MoveDeps {
  readonly clock: SandboxClock;
  readonly humanClock: HumanClock;
  readonly schedule: MoveSchedule;
  /** The exchange plays up to the clock's instant and publishes its events. */
  catchUp(): Promise<void>;
  /** What feeds carry from now on. */
  carry(detail: FeedDetail): void;
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
  async function advance(detail: FeedDetail): Promise<void> {
    deps.carry((await schedule.wantsWholeFeed()) ? "all" : detail);
    await deps.catchUp();
    await deps.delivered();
  }

  async function settle(): Promise<void> {
    await advance("brief");
    await schedule.idle();
  }

  async function isHeld(since: EpochMs): Promise<boolean> {
    const waitedMs = humanClock.now() - since;
    if (waitedMs < PACED_STEP_MS) return schedule.isUnderWay();
    return waitedMs < HELD_MAX_MS && schedule.isBusy();
  }

  /**
   * Plays at human speed while an order is in flight or waits for approval: whole seconds, each after the calls before it are
   * answered, so that the same orders meet the same prices every time.
   */
  async function crawl(to: EpochMs): Promise<void> {
    const since = humanClock.now();
    do await deps.pause(LOOK_EVERY_MS);
    while (await isHeld(since));
    if (await schedule.isUnderWay()) await clock.step(epochMs(Math.min(to, later(clock.now(), PACED_STEP_MS))));
  }

  /** Trade by trade: an order that one calls for is answered before the next. */
  async function watchPrices(until: EpochMs, judge: () => Promise<boolean>): Promise<void> {
    do {
      await clock.step(epochMs(Math.min(until, later(clock.now(), TRADE_MS))));
      await advance("keys");
    } while (!(await judge()) && clock.now() < until);
  }

  async function playOpen(to: EpochMs): Promise<void> {
    const isExposed = await schedule.isExposed();
    const remote = isExposed ? REMOTE_STEP_MS.exposed : REMOTE_STEP_MS.calm;
    const until = epochMs(Math.min(to, nextStep(clock.now(), schedule.judge ? STEP_MS : remote)));
    await (isExposed && schedule.judge ? watchPrices(until, schedule.judge) : clock.step(until));
  }

  async function stride(to: EpochMs, isPlayed: boolean): Promise<void> {
    const { isOpen, until } = marketEdge(clock.now());
    if (isPlayed && isOpen) await playOpen(to);
    else await clock.step(epochMs(Math.min(to, isPlayed ? until : to)));
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
  // What is due already runs here, and not at the first stop.
  await schedule.runDue();
  if (isBackwards()) return err("clock_backwards");
  const start = clock.now();
  const travel = createTravel(deps);
  const from = epochMs(Math.max(start, later(target, -STEPPED_MAX_MS)));
  await clock.jump(async () => {
    if (from > start) {
      await schedule.passOver(start, from);
      await clock.step(from);
    }
    try {
      for (const stop of await schedule.stopsBetween(from, target)) await travel(stop);
      await travel(target);
    } finally {
      deps.carry("all");
    }
  });
  return ok(null);
}
