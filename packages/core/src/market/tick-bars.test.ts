import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MINUTE_MS } from "../time/clock.ts";
import { istDate, istInstant, istMinute } from "../time/ist.ts";
import { continuousUntil, SESSION_CLOSE, SESSION_OPEN } from "../time/session-hours.ts";
import type { BarRow } from "./bar-series.ts";
import { barTimeText } from "./bar-time.ts";
import { closeBarsUntil, type MarketTick, openTickBars, takeTick } from "./tick-bars.ts";

const day = istDate("2026-08-04");
const open = istInstant(day, SESSION_OPEN);

/** `"09:15:30 1000 50"`: time, price and the day's volume. */
function tick(text: string): MarketTick {
  const [time = "", price = "", dayVolume = ""] = text.split(" ");
  const [hour = 0, minute = 0, second = 0] = time.split(":").map(Number);
  return {
    at: istInstant(day, istMinute(hour, minute)) + second * 1_000,
    price: Number(price),
    dayVolume: Number(dayVolume),
  };
}

const line = ({ minute, open: first, high, low, close, volume }: BarRow): string =>
  `${barTimeText(minute).slice(11)} ${first} ${high} ${low} ${close} ${volume}`;

function barsOf(ticks: readonly string[], close = continuousUntil(day)) {
  const bars = openTickBars({ day, open: SESSION_OPEN, close });
  const closed = ticks.flatMap((text) => takeTick(bars, tick(text)));
  return { bars, lines: closed.map(line) };
}

describe("bars from ticks", () => {
  it("are identified by their start minute and close with the first tick of a later one", () => {
    const { lines, bars } = barsOf(["09:15:00 1000 10", "09:15:40 1010 30", "09:15:59 990 35", "09:16:00 995 40"]);
    expect(lines).toEqual(["09:15 1000 1010 990 990 35"]);
    expect(closeBarsUntil(bars, open + 2 * MINUTE_MS).map(line)).toEqual(["09:16 995 995 995 995 5"]);
  });

  it("are flat without trades, and absent before the first trade", () => {
    const { lines } = barsOf(["09:17:10 1000 10", "09:20:00 1005 20"]);
    expect(lines).toEqual([
      "09:17 1000 1000 1000 1000 10",
      "09:18 1000 1000 1000 1000 0",
      "09:19 1000 1000 1000 1000 0",
    ]);
  });

  it("count the volume of a late tick once and keep the closed bar", () => {
    const { lines, bars } = barsOf(["09:15:10 1000 10", "09:16:05 1001 30", "09:15:50 2000 20", "09:17:00 1002 45"]);
    expect(lines).toEqual(["09:15 1000 1000 1000 1000 10", "09:16 1001 1001 1001 1001 20"]);
    expect(bars.lateTicks).toBe(1);
  });

  it("are widened and not closed by an older tick of the same minute", () => {
    const { lines } = barsOf(["09:15:10 1000 10", "09:15:40 1005 30", "09:15:20 990 20", "09:16:00 1006 40"]);
    expect(lines).toEqual(["09:15 1000 1005 990 1005 30"]);
  });

  it("exclude the opening auction but keep its price", () => {
    const { lines, bars } = barsOf(["09:07:59 1000 500", "09:15:01 1003 620", "09:16:00 1004 700"]);
    expect(lines).toEqual(["09:15 1003 1003 1003 1003 120"]);
    expect(bars.auctionPrice).toBe(1000);
  });

  it("end at 15:15 where the closing auction begins, whose trade makes no bar", () => {
    const { lines, bars } = barsOf(["15:13:10 1000 10", "15:14:20 1001 20", "15:28:00 1010 900"]);
    expect(lines).toEqual(["15:13 1000 1000 1000 1000 10", "15:14 1001 1001 1001 1001 10"]);
    expect(bars.closingPrice).toBe(1010);
    expect(closeBarsUntil(bars, open + 9 * 60 * MINUTE_MS)).toEqual([]);
  });

  it("end with the session on half days", () => {
    const { lines } = barsOf(["12:28:00 1000 10", "12:30:00 1005 20"], istMinute(12, 30));
    expect(lines).toEqual(["12:28 1000 1000 1000 1000 10", "12:29 1000 1000 1000 1000 0"]);
  });

  it("are the same when every tick is duplicated, and contain all volume", () => {
    const moves = fc.array(
      fc.tuple(fc.integer({ min: 0, max: 90 }), fc.integer({ min: 900, max: 1_100 }), fc.nat(50)),
      { maxLength: 80 },
    );
    fc.assert(
      fc.property(moves, (steps) => {
        let [at, dayVolume] = [open as number, 0];
        const ticks = steps.map(([seconds, price, more]) => {
          at += seconds * 1_000;
          dayVolume += more;
          return { at, price, dayVolume };
        });
        const run = (list: readonly MarketTick[]): readonly BarRow[] => {
          const bars = openTickBars({ day, open: SESSION_OPEN, close: SESSION_CLOSE });
          const closed = list.flatMap((each) => takeTick(bars, each));
          return [...closed, ...closeBarsUntil(bars, bars.closesAt)].map((bar) => ({ ...bar }));
        };
        const once = run(ticks);
        expect(run(ticks.flatMap((each) => [each, each]))).toEqual(once);
        expect(once.reduce((sum, { volume }) => sum + volume, 0)).toBe(dayVolume);
        expect(once.every((bar, place) => place === 0 || bar.minute === (once[place - 1]?.minute ?? 0) + 1)).toBe(true);
      }),
    );
  });
});
