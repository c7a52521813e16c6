import { parseClockSetting } from "@vriddhi/sandbox/clock/clock-setting";

/** What is wrong with SANDBOX_CLOCK; null: nothing. Light enough to be asked before anything slow begins. */
export const clockSettingFault = (text: string): string | null =>
  parseClockSetting(text).ok
    ? null
    : `SANDBOX_CLOCK=${text} is not understood; try next-open@20, real, or 2026-11-16T08:40:00+05:30@20`;
