import { describe, expect, it } from "vitest";
import { type BarRow, seriesOf } from "../market/bar-series.ts";
import { barTimeText } from "../market/bar-time.ts";
import { quietDay, SOME_DAY } from "./reference-fixture.ts";
import { runReference } from "./references.ts";
import type { FillModel } from "./settings.ts";

function trades(rows: readonly BarRow[], fill: FillModel = "next-open"): string[] {
  const { trades: done } = runReference("orb-15", seriesOf("TEST", rows), fill, 100);
  const time = (minute: number): string => barTimeText(minute).slice(11);
  return done.map(
    (trade) =>
      `${trade.side} ${time(trade.entryMinute)} ${trade.entryPrice} ${trade.exitCause} ${time(trade.exitMinute)} ${trade.exitPrice}`,
  );
}

/** Closes above the range at 09:40: stop 9,900, target 10,150 + 200. */
const breakUp = { "09:40": { close: 10_150 } };
const breakDown = { "09:40": { close: 9_850 } };

describe("the opening range of 15 minutes", () => {
  it("enters at the next open and leaves at the open of 15:10", () => {
    expect(trades(quietDay(breakUp))).toEqual(["buy 09:41 10000 time 15:10 10000"]);
    expect(trades(quietDay(breakDown))).toEqual(["sell 09:41 10000 time 15:10 10000"]);
  });

  it("enters at the signal's close and leaves at the close of 15:09", () => {
    const day = quietDay({ ...breakUp, "15:09": { close: 10_020 } });
    expect(trades(day, "close")).toEqual(["buy 09:40 10150 time 15:09 10020"]);
  });

  it("ignores a close that only touches the range's edge", () => {
    expect(trades(quietDay({ "09:40": { close: 10_100 }, "09:41": { close: 9_900 } }))).toEqual([]);
  });

  it("uses the first signal only, once a day", () => {
    const day = quietDay({ ...breakUp, "09:45": { low: 9_900 }, "10:30": { close: 9_800 } });
    expect(trades(day)).toEqual(["buy 09:41 10000 stop 09:45 9900"]);
  });

  it("takes its first signal at 09:30 and its last at 14:59", () => {
    expect(trades(quietDay({ "09:29": { close: 10_150 } }))).toEqual([]);
    expect(trades(quietDay({ "09:30": { close: 10_150 } }))).toEqual(["buy 09:31 10000 time 15:10 10000"]);
    expect(trades(quietDay({ "14:59": { close: 10_150 } }))).toEqual(["buy 15:00 10000 time 15:10 10000"]);
    expect(trades(quietDay({ "15:00": { close: 10_150 } }))).toEqual([]);
  });

  it("skips a day without all fifteen bars of the range", () => {
    expect(trades(quietDay(breakUp).filter((_, index) => index !== 7))).toEqual([]);
    const evening = quietDay(breakUp).filter((_, index) => index > 270);
    expect(trades(evening)).toEqual([]);
  });

  it("checks the stop before the target inside a bar", () => {
    expect(trades(quietDay({ ...breakUp, "10:00": { high: 10_400, low: 9_800 } }))).toEqual([
      "buy 09:41 10000 stop 10:00 9900",
    ]);
    expect(trades(quietDay({ ...breakDown, "10:00": { high: 10_100, low: 9_600 } }))).toEqual([
      "sell 09:41 10000 stop 10:00 10100",
    ]);
  });

  it("fills a stop at the open when the open is beyond it, and at the stop when it is touched", () => {
    expect(trades(quietDay({ ...breakUp, "10:00": { open: 9_850 } }))).toEqual(["buy 09:41 10000 stop 10:00 9850"]);
    expect(trades(quietDay({ ...breakUp, "10:00": { low: 9_900 } }))).toEqual(["buy 09:41 10000 stop 10:00 9900"]);
    expect(trades(quietDay({ ...breakUp, "10:00": { low: 9_901 } }))).toEqual(["buy 09:41 10000 time 15:10 10000"]);
  });

  it("fills a target at the open when the open is beyond it, and at the target when it is touched", () => {
    expect(trades(quietDay({ ...breakUp, "10:00": { open: 10_400 } }))).toEqual(["buy 09:41 10000 target 10:00 10400"]);
    expect(trades(quietDay({ ...breakUp, "10:00": { high: 10_350 } }))).toEqual(["buy 09:41 10000 target 10:00 10350"]);
    expect(trades(quietDay({ ...breakDown, "10:00": { low: 9_650 } }))).toEqual(["sell 09:41 10000 target 10:00 9650"]);
  });

  it("fills stop or target at the entry's own open when a gap has passed them", () => {
    expect(trades(quietDay({ ...breakUp, "09:41": { open: 9_900 } }))).toEqual(["buy 09:41 9900 stop 09:41 9900"]);
    expect(trades(quietDay({ ...breakUp, "09:41": { open: 10_350 } }))).toEqual(["buy 09:41 10350 target 09:41 10350"]);
    expect(trades(quietDay({ ...breakDown, "09:41": { open: 10_100 } }))).toEqual([
      "sell 09:41 10100 stop 09:41 10100",
    ]);
  });

  it("watches the entry's bar with next-open fills, and starts after the signal's bar with closing fills", () => {
    expect(trades(quietDay({ ...breakUp, "09:41": { low: 9_890 } }))).toEqual(["buy 09:41 10000 stop 09:41 9900"]);
    const wild = quietDay({ "09:40": { close: 10_150, low: 9_800, high: 10_400 } });
    expect(trades(wild, "close")).toEqual(["buy 09:40 10150 time 15:09 10000"]);
  });

  it("leaves at the open of 15:10 before the stop of that bar, and by the stop of 15:09 before its close", () => {
    expect(trades(quietDay({ ...breakUp, "15:10": { open: 10_010, low: 9_800 } }))).toEqual([
      "buy 09:41 10000 time 15:10 10010",
    ]);
    expect(trades(quietDay({ ...breakUp, "15:10": { open: 9_700 } }))).toEqual(["buy 09:41 10000 time 15:10 9700"]);
    expect(trades(quietDay({ ...breakUp, "15:09": { low: 9_800 } }), "close")).toEqual([
      "buy 09:40 10150 stop 15:09 9900",
    ]);
  });

  it("closes at the day's last close where the session ends before the exit time", () => {
    const half = quietDay(breakUp).filter((_, index) => index < 180);
    const next = quietDay({}, SOME_DAY + 1);
    expect(trades([...half, ...next])).toEqual(["buy 09:41 10000 time 12:14 10000"]);
  });

  it("does not carry a signal of a day's last bar into the next day", () => {
    const cut = quietDay(breakUp).filter((_, index) => index <= 25);
    expect(trades([...cut, ...quietDay({}, SOME_DAY + 1)])).toEqual([]);
  });
});
