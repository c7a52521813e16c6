import { epochMs } from "@vriddhi/core/time/clock";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createFloodGate } from "./limiter.ts";

describe("the flood gate", () => {
  it("behaves like an evenly refilling bucket", () => {
    const steps = fc.array(fc.record({ waitMs: fc.nat({ max: 3_000 }), subject: fc.constantFrom("a", "b") }), {
      minLength: 1,
      maxLength: 80,
    });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 8 }), steps, (burst, sequence) => {
        // 840 is divisible by every burst, so that the model counts in whole numbers
        const limit = { burst, perMs: 840 * 5 };
        const clock = createVirtualClock(epochMs(1_000_000));
        const mayPass = createFloodGate(limit, clock);
        const level = { a: { fill: 0, at: 0 }, b: { fill: 0, at: 0 } };
        for (const { waitMs, subject } of sequence) {
          clock.advance(waitMs);
          const bucket = level[subject as "a" | "b"];
          bucket.fill = Math.max(0, bucket.fill - (clock.now() - bucket.at));
          bucket.at = clock.now();
          const cost = limit.perMs / burst;
          const fits = bucket.fill + cost <= limit.perMs;
          if (fits) bucket.fill += cost;
          expect(mayPass(subject)).toBe(fits);
        }
      }),
    );
  });

  it("never lets more than burst and refill through in any period", () => {
    const clock = createVirtualClock(epochMs(0));
    const mayPass = createFloodGate({ burst: 10, perMs: 1_000 }, clock);
    let passed = 0;
    for (let ms = 0; ms < 5_000; ms += 1) {
      if (mayPass("a")) passed += 1;
      clock.advance(1);
    }
    expect(passed).toBeGreaterThanOrEqual(10 + 49);
    expect(passed).toBeLessThanOrEqual(10 + 50);
  });

  it("drops all subjects when it reaches its size limit", () => {
    const clock = createVirtualClock();
    const mayPass = createFloodGate({ burst: 1, perMs: 1_000 }, clock, 3);
    expect(["a", "b", "c"].map(mayPass)).toEqual([true, true, true]);
    expect(mayPass("a")).toBe(false);
    expect(mayPass("d")).toBe(true);
    expect(mayPass("a")).toBe(true);
  });
});
