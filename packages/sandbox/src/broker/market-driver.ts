import { DAY_MS, type EpochMs, epochMs, HOUR_MS, MINUTE_MS, SECOND_MS } from "@vriddhi/core/time/clock";
import { addDays, type IstDate, istDateOf } from "@vriddhi/core/time/ist";
import type { Exchange } from "../exchange/exchange.ts";

/** Longer than any holiday weekend: a larger gap is skipped. */
const LIVED_GAP_MAX_MS = 6 * DAY_MS;
const SLICE_MS = HOUR_MS;
/** A share trades once in this time: listeners receive every trade. */
const TICK_SLICE_MS = SECOND_MS;
const QUIET_SLICE_MS = MINUTE_MS;
/** A clock that outruns its listeners is followed in this many slices, each as long as needed. */
const HEARD_SLICES_MAX = 60;
/** Slices that send little are short: other work gets its turn after so many of them. */
const BRIEF_SLICES = 20;

/**
 * What feeds carry of an advance: every trade; in brief, what minute bars and clients with orders need, and all prices at its
 * end; or those keys alone.
 */
export type FeedDetail = "all" | "brief" | "keys";

export interface Audience {
  isThere(): boolean;
  detail(): FeedDetail;
  /** The exchange has advanced to this instant; `only` names the symbols to send, `null`: all that changed. */
  publish(at: EpochMs, only: readonly string[] | null): void;
}

const noAudience: Audience = { isThere: () => false, detail: () => "all", publish: () => undefined };

export interface MarketDriver {
  /** Advances to the clock's instant and resolves then. Concurrent callers share the work. */
  catchUp(): Promise<void>;
  /** Advances through every day until then, synchronously and without skipping; the past stays. */
  liveTo(target: EpochMs): void;
}

/** Lets the exchange follow a clock without blocking the event loop for long. */
export function createMarketDriver(
  exchange: Exchange,
  now: () => EpochMs,
  pause: () => Promise<void>,
  prepare: (date: IstDate) => void = () => undefined,
  audience: Audience = noAudience,
): MarketDriver {
  let running: Promise<void> | null = null;
  const prepared = new Set<IstDate>();

  /** A trading day begins at roll-over: prepares the days until `to` and the one after. */
  function prepareUntil(from: EpochMs, to: EpochMs): void {
    const last = addDays(istDateOf(to), 1);
    for (let date = istDateOf(from); date <= last; date = addDays(date, 1)) {
      if (!prepared.has(date)) prepare(date);
      prepared.add(date);
    }
  }

  function isOpen(): boolean {
    const [first] = exchange.instruments;
    return first !== undefined && exchange.phase(first.symbol) !== "closed";
  }

  function sliceMs(wayMs: number): number {
    if (!audience.isThere()) return SLICE_MS;
    if (audience.detail() !== "all" && isOpen()) return TICK_SLICE_MS;
    return Math.max(isOpen() ? TICK_SLICE_MS : QUIET_SLICE_MS, Math.ceil(wayMs / HEARD_SLICES_MAX));
  }

  function liveSlice(target: EpochMs, whole: number): boolean {
    const at = exchange.now() ?? target;
    if (target - at > LIVED_GAP_MAX_MS) {
      prepareUntil(target, target);
      exchange.leap(target);
    } else {
      const slice = epochMs(Math.min(target, at + sliceMs(whole)));
      prepareUntil(at, slice);
      exchange.advance(slice);
    }
    const lived = exchange.now() ?? target;
    if (audience.isThere()) publish(lived, lived >= target);
    return lived < target;
  }

  function publish(at: EpochMs, isEnd: boolean): void {
    const keys = exchange.takeKeys();
    const detail = audience.detail();
    const only = detail === "all" || (isEnd && detail === "brief") ? null : keys;
    if (only === null || only.length > 0) audience.publish(at, only);
  }

  function liveTo(target: EpochMs): void {
    for (let at = exchange.now() ?? target; (exchange.now() ?? epochMs(0)) < target; at = exchange.now() ?? target) {
      const slice = epochMs(Math.min(target, at + SLICE_MS));
      prepareUntil(at, slice);
      exchange.advance(slice);
    }
  }

  async function live(): Promise<void> {
    const target = now();
    const whole = target - (exchange.now() ?? target);
    for (let slice = 1; liveSlice(target, whole); slice++)
      if (audience.detail() === "all" || slice % BRIEF_SLICES === 0) await pause();
  }

  return {
    liveTo,
    catchUp() {
      running ??= live().finally(() => {
        running = null;
      });
      return running;
    },
  };
}
