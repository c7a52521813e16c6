import { assert, unreachable } from "@vriddhi/core/shared/assert";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import { type EpochMs, epochMs } from "@vriddhi/core/time/clock";
import { istDateOf, istInstant, istMinute } from "@vriddhi/core/time/ist";
import { type EndlessCalendar, nextTradingDay, tradingDayFrom } from "@vriddhi/core/time/trading-calendar";
import type { ClockSetting } from "./clock-setting.ts";

/**
 * The simulated market clock as a value: at `anchorHuman` it showed `anchorMarket`, and since then it has run
 * at `speed`. Every change sets a new anchor, so that market time goes on from where it was. The callers'
 * human time must not run backwards.
 */
export type ClockState = {
  readonly anchorHuman: EpochMs;
  readonly anchorMarket: EpochMs;
  /** Market seconds per second; 0 is frozen. */
  readonly speed: number;
  /** Held until Play: the speed it will get. */
  readonly heldSpeed: number | null;
  /** Something waits for people or brokers: the market runs no faster than their time. Left out: nothing does. */
  readonly isPaced?: boolean;
  /** A jump is under way, and nothing but the jump moves it. Left out: none is. */
  readonly isJumping?: boolean;
};

/** As fast as people's time. */
const PACED_SPEED = 1;

/** Market seconds per second as it runs now. */
export function speedOf({ speed, isPaced, isJumping }: ClockState): number {
  if (isJumping === true) return 0;
  return isPaced === true ? Math.min(speed, PACED_SPEED) : speed;
}

/** Early enough to see the preparations of the day, late enough to reach the open soon. */
const NEXT_OPEN_MINUTE = istMinute(8, 40);

/** 08:40 IST of the next trading day; today's while it is still to come. */
function nextOpen(calendar: EndlessCalendar, now: EpochMs): EpochMs {
  const today = istDateOf(now);
  const first = istInstant(tradingDayFrom(calendar, today), NEXT_OPEN_MINUTE);
  return now < first ? first : istInstant(nextTradingDay(calendar, today), NEXT_OPEN_MINUTE);
}

export function startState(setting: ClockSetting, humanNow: EpochMs, calendar: EndlessCalendar): ClockState {
  const running = { anchorHuman: humanNow, anchorMarket: humanNow, speed: 1, heldSpeed: null };
  switch (setting.kind) {
    case "real":
      return running;
    case "now":
      return { ...running, speed: setting.speed };
    case "instant":
      return { ...running, anchorMarket: setting.at, speed: setting.speed };
    case "next_open": {
      const anchorMarket = nextOpen(calendar, humanNow);
      // a clock that is to stay frozen waits for nobody's Play
      return { ...running, anchorMarket, speed: 0, heldSpeed: setting.speed === 0 ? null : setting.speed };
    }
    default:
      return unreachable(setting);
  }
}

export function marketNow(state: ClockState, humanNow: EpochMs): EpochMs {
  const passedMs = Math.max(0, humanNow - state.anchorHuman);
  return epochMs(state.anchorMarket + Math.floor(passedMs * speedOf(state)));
}

/** The same clock, told from `humanNow` on. */
const anchored = (state: ClockState, humanNow: EpochMs): ClockState => ({
  ...state,
  anchorHuman: humanNow,
  anchorMarket: marketNow(state, humanNow),
});

/** Forward only; speed and hold stay as they are. */
export function moveTo(state: ClockState, humanNow: EpochMs, target: EpochMs): Result<ClockState, "clock_backwards"> {
  if (target < marketNow(state, humanNow)) return err("clock_backwards");
  return ok({ ...state, anchorHuman: humanNow, anchorMarket: target });
}

/** A speed chosen by hand ends the hold, also when it is 0. */
export function setSpeed(state: ClockState, humanNow: EpochMs, speed: number): ClockState {
  assert(Number.isFinite(speed) && speed >= 0, "a speed is not negative");
  return { ...anchored(state, humanNow), speed, heldSpeed: null };
}

/** Goes on from where it is, no faster than people's time or as fast as was chosen. */
export const pace = (state: ClockState, humanNow: EpochMs, isPaced: boolean): ClockState =>
  (state.isPaced ?? false) === isPaced ? state : { ...anchored(state, humanNow), isPaced };

/** While it lasts the clock stands where it is moved to; then it goes on from there as before. */
export const jump = (state: ClockState, humanNow: EpochMs, isJumping: boolean): ClockState =>
  (state.isJumping ?? false) === isJumping ? state : { ...anchored(state, humanNow), isJumping };

/** Ends the hold; a clock that is not held goes on as before. */
export function play(state: ClockState, humanNow: EpochMs): ClockState {
  return state.heldSpeed === null ? state : setSpeed(state, humanNow, state.heldSpeed);
}

/** After a restart: goes on from the last market instant that was saved, as if no time had passed in between. */
export const reanchor = (
  { isPaced: _isPaced, isJumping: _isJumping, ...state }: ClockState,
  lastSeenMarket: EpochMs,
  humanNow: EpochMs,
): ClockState => ({
  ...state,
  anchorHuman: humanNow,
  anchorMarket: epochMs(Math.max(state.anchorMarket, lastSeenMarket)),
});
