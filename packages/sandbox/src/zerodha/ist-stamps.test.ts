import { epochMs } from "@vriddhi/core/time/clock";
import { describe, expect, it } from "vitest";
import { candleStamp, clockStamp, readStamp, stamp } from "./ist-stamps.ts";

const INSTANT = epochMs(Date.UTC(2026, 10, 16, 3, 50, 1, 999));

describe("Kite's instants", () => {
  it("are in India's time without a zone; candles have one", () => {
    expect(stamp(INSTANT)).toBe("2026-11-16 09:20:01");
    expect(clockStamp(INSTANT)).toBe("09:20:01");
    expect(candleStamp(INSTANT)).toBe("2026-11-16T09:20:01+0530");
  });

  it("are parsed with a time or as a day's first second", () => {
    expect(readStamp("2026-11-16 09:20:01")).toBe(Date.UTC(2026, 10, 16, 3, 50, 1));
    expect(readStamp("2026-11-16")).toBe(Date.UTC(2026, 10, 15, 18, 30));
  });

  it.each(["", "yesterday", "2026-02-30", "2026-11-16 24:00:00", "2026-11-16 09:20", "2026-11-16 09:20:01 x"])(
    "%j is invalid",
    (text) => {
      expect(readStamp(text)).toBeNull();
    },
  );
});
