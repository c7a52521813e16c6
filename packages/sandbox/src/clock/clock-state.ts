import { assert, unreachable } from "@vriddhi/core/shared/assert";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import { type EpochMs, epochMs } from "@vriddhi/core/time/clock";
import { istDateOf, istInstant, istMinute } from "@vriddhi/core/time/ist";
import { type EndlessCalendar, nextTradingDay, tradingDayFrom } from "@vriddhi/core/time/trading-calendar";
import type { ClockSetting } from "./clock-setting.ts";

/** At `anchorHuman` the clock showed `anchorMarket`; it has run at `speed` since. Human time must not run backwards. */
export type ClockState = {
  readonly anchorHuman: EpochMs;
  readonly anchorMarket: EpochMs;
  /** Market seconds per second; 0 is frozen. */
  readonly speed: number;
  /** The speed that Play will set; `null` unless held. */
  readonly heldSpeed: number | null;
  /** An order is in flight or an approval is open: the market runs at real time at most. Default false. */
  readonly isPaced?: boolean;
  /** A jump is in progress, and only the jump moves the clock. Default false. */
  readonly isJumping?: boolean;
};

const PACED_SPEED = 1;

export function speedOf({ speed, isPaced, isJumping }: ClockState): number {
  if (isJumping === true) return 0;
  return isPaced === true ? Math.min(speed, PACED_SPEED) : speed;
}

/** Early enough for the day's preparations, late enough to reach the open soon. */
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
      // a clock that is to stay frozen does not wait for Play
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

const anchored = (state: ClockState, humanNow: EpochMs): ClockState => ({
  ...state,
  anchorHuman: humanNow,
  anchorMarket: marketNow(state, humanNow),
});

/** Forward only; keeps speed and hold. */
export function moveTo(state: ClockState, humanNow: EpochMs, target: EpochMs): Result<ClockState, "clock_backwards"> {
  if (target < marketNow(state, humanNow)) return err("clock_backwards");
  return ok({ ...state, anchorHuman: humanNow, anchorMarket: target });
}

/** Choosing a speed ends the hold, also when it is 0. */
export function setSpeed(state: ClockState, humanNow: EpochMs, speed: number): ClockState {
  assert(Number.isFinite(speed) && speed >= 0, "a speed is not negative");
  return { ...anchored(state, humanNow), speed, heldSpeed: null };
}

/** Continues at real time at most, or at the chosen speed. */
export const pace = (state: ClockState, humanNow: EpochMs, isPaced: boolean): ClockState =>
  (state.isPaced ?? false) === isPaced ? state : { ...anchored(state, humanNow), isPaced };

/** While it lasts the clock is stopped where it is moved to; then it continues as before. */
export const jump = (state: ClockState, humanNow: EpochMs, isJumping: boolean): ClockState =>
  (state.isJumping ?? false) === isJumping ? state : { ...anchored(state, humanNow), isJumping };

/** Ends the hold; a clock that is not held continues as before. */
export function play(state: ClockState, humanNow: EpochMs): ClockState {
  return state.heldSpeed === null ? state : setSpeed(state, humanNow, state.heldSpeed);
}

/** After a restart: continues from the last saved market instant, without the downtime. */
export const reanchor = (
  { isPaced: _isPaced, isJumping: _isJumping, ...state }: ClockState,
  lastSeenMarket: EpochMs,
  humanNow: EpochMs,
): ClockState => ({
  ...state,
  anchorHuman: humanNow,
  anchorMarket: epochMs(Math.max(state.anchorMarket, lastSeenMarket)),
});
