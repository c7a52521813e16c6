import { poolWidths } from "@vriddhi/core/schedule/concurrency-pool";
import { describe, expect, it } from "vitest";
import { readConfig } from "../config/config.ts";
import { stepLimits } from "./step-limits.ts";

describe("limits of the steps", () => {
  it("the product's own lanes fit the product's own pool", () => {
    const { pools } = readConfig({});
    const { closingMax } = stepLimits(poolWidths, pools.steps);
    expect(closingMax).toBeLessThan(pools.steps);
  });

  it("a pool without a spare connection is refused", () => {
    expect(() => stepLimits({ logins: 1 }, 2)).toThrow("leaves no connection");
  });

  it("more steps at once than could ever be served are refused", () => {
    expect(() => stepLimits({ logins: 500 }, 6)).toThrow("raise POOL_STEPS_MAX");
  });
});
