import { poolWidths } from "@vriddhi/core/schedule/concurrency-pool";
import { describe, expect, it } from "vitest";
import { readConfig } from "../config/config.ts";
import { stepLimits } from "./step-limits.ts";

describe("the concurrency limits of due steps", () => {
  it("allow the product's own pools of steps and connections", () => {
    const { pools } = readConfig({});
    const { closingMax } = stepLimits(poolWidths, pools.steps);
    expect(closingMax).toBeLessThan(pools.steps);
  });

  it("refuse a connection pool without a spare connection", () => {
    expect(() => stepLimits({ logins: 1 }, 2)).toThrow("leaves no connection");
  });

  it("refuse more concurrent steps than the connections can serve", () => {
    expect(() => stepLimits({ logins: 500 }, 6)).toThrow("raise POOL_STEPS_MAX");
  });
});
