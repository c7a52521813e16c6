import { describe, expect, it } from "vitest";
import { parseClockSetting } from "./clock-setting.ts";

const at = Date.parse("2026-11-16T03:45:00Z");

describe("SANDBOX_CLOCK", () => {
  it.each([
    ["next-open@20", { kind: "next_open", speed: 20 }],
    ["next-open", { kind: "next_open", speed: 20 }],
    [" next-open@0 ", { kind: "next_open", speed: 0 }],
    ["2026-11-16T09:15:00+05:30", { kind: "instant", at, speed: 1 }],
    ["2026-11-16T09:15+05:30@60", { kind: "instant", at, speed: 60 }],
    ["2026-11-16T03:45:00.000Z@0", { kind: "instant", at, speed: 0 }],
    ["@0", { kind: "now", speed: 0 }],
    ["@0.5", { kind: "now", speed: 0.5 }],
    ["@10000", { kind: "now", speed: 10_000 }],
    ["real", { kind: "real" }],
  ])("reads %j", (text, value) => {
    expect(parseClockSetting(text)).toEqual({ ok: true, value });
  });

  it.each([
    "",
    "real@2",
    "@",
    "@-1",
    "@10001",
    "@1e3",
    "next-open@20@20",
    "tomorrow",
    "2026-11-16T09:15:00",
    "2026-11-16",
    "2026-02-30T09:15:00+05:30",
    "2026-11-16T25:15:00+05:30",
  ])("refuses %j", (text) => {
    expect(parseClockSetting(text)).toEqual({ ok: false, error: "clock_setting_invalid" });
  });
});
