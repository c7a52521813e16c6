import { expect, it } from "vitest";
import { clockSettingFault } from "./clock-setting-fault.ts";

it("reports an invalid clock setting together with the valid forms", () => {
  expect(["next-open@20", "real", "2026-11-16T08:40:00+05:30@20"].map(clockSettingFault)).toEqual([null, null, null]);
  expect(clockSettingFault("tomorrow")).toMatch(/^SANDBOX_CLOCK=tomorrow is not understood; try next-open@20/);
});
