import { DAY_MS, type EpochMs, epochMs, HOUR_MS, MINUTE_MS, SECOND_MS } from "@vriddhi/core/time/clock";
import { addDays, type IstDate, istDateOf } from "@vriddhi/core/time/ist";
import type { Exchange } from "../exchange/exchange.ts";

/** Longer than any holiday weekend: what is beyond it is leapt over. */
const LIVED_GAP_MAX_MS = 6 * DAY_MS;
/** So much market time is lived before others get their turn. */
const SLICE_MS = HOUR_MS;
/** A share trades once in this time: whoever listens hears every trade of every share. */
const TICK_SLICE_MS = SECOND_MS;
/** While nothing trades there is little to hear. */
const QUIET_SLICE_MS = MINUTE_MS;
/** A clock that runs away from the listeners is followed in so many slices, each as long as it must be. */
const HEARD_SLICES_MAX = 60;

/** Who hears the market while it is lived. */
export interface Audience {
  /** True while somebody listens. */
  isThere(): boolean;
  /** The exchange has lived to this instant. */
  tell(at: EpochMs): void;
}

const nobody: Audience = { isThere: () => false, tell: () => undefined };

export interface MarketDriver {
  /** Lives to the clock's instant; resolves when it is reached. Callers at the same time share the way. */
  catchUp(): Promise<void>;
  /** Lives through every day until then, at once and without a leap; what is past stays as it is. */
  liveTo(target: EpochMs): void;
}

/** Lets the exchange follow a clock without ever holding up the process for long. */
export function createMarketDriver(
  exchange: Exchange,
  now: () => EpochMs,
  pause: () => Promise<void>,
  /** Told of the days that may begin next, before they do. */
  prepare: (date: IstDate) => void = () => undefined,
  audience: Audience = nobody,
): MarketDriver {
  let running: Promise<void> | null = null;
  const prepared = new Set<IstDate>();

  /** A trading day begins at roll-over: whatever comes until `to` and on the day after. */
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
    return Math.max(isOpen() ? TICK_SLICE_MS : QUIET_SLICE_MS, Math.ceil(wayMs / HEARD_SLICES_MAX));
  }

  /** True when there is more to live. */
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
    if (audience.isThere()) audience.tell(lived);
    return lived < target;
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
    while (liveSlice(target, whole)) await pause();
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
