import { epochMs } from "@vriddhi/core/time/clock";
import fc from "fast-check";
import { expect, it } from "vitest";
import { totpWaitMs } from "./totp-wait.ts";

it("a code is never sent in the last three seconds of its step", () => {
  expect([0, 26_999, 27_000, 28_500, 29_999, 30_000].map((now) => totpWaitMs(epochMs(now)))).toEqual([
    0, 0, 3_000, 1_500, 1, 0,
  ]);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4_000_000_000_000 }), (now) => {
      const wait = totpWaitMs(epochMs(now));
      expect(wait).toBeLessThanOrEqual(3_000);
      expect((now + wait) % 30_000).toBeLessThan(27_000);
    }),
  );
});
