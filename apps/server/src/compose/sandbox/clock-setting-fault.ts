import { parseClockSetting } from "@vriddhi/sandbox/clock/clock-setting";

/** The fault of SANDBOX_CLOCK, or `null`. Cheap, so it runs before any slow start. */
export const clockSettingFault = (text: string): string | null =>
  parseClockSetting(text).ok
    ? null
    : `SANDBOX_CLOCK=${text} is not understood; try next-open@20, real, or 2026-11-16T08:40:00+05:30@20`;
