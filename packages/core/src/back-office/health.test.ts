import { describe, expect, it } from "vitest";
import { HEALTH_LIMITS, type HealthFigures, healthFaultsOf } from "./health.ts";

const well: HealthFigures = {
  isMarketOpen: true,
  feedAgesS: [0.3, 1],
  oldestJobS: null,
  orderP99Ms: 400,
  unknownOrders: 0,
  stuckOrders: 0,
  failedLogins: 3,
  schedulerAgeS: 1,
  bucketsWithoutWorker: 0,
  bucketsCovered: 0,
};

describe("system health", () => {
  it("reports no fault while every figure is normal", () => {
    expect(healthFaultsOf(well)).toEqual([]);
  });

  it("reports a silent feed only while the market is open", () => {
    const silent = { ...well, feedAgesS: [HEALTH_LIMITS.feedAgeS + 1, null] };
    expect(healthFaultsOf(silent)).toEqual(["feed"]);
    expect(healthFaultsOf({ ...silent, isMarketOpen: false })).toEqual([]);
  });

  it("reports every figure beyond its limit", () => {
    const ill = {
      isMarketOpen: true,
      feedAgesS: [0],
      oldestJobS: HEALTH_LIMITS.queueAgeS + 1,
      orderP99Ms: HEALTH_LIMITS.orderP99Ms + 1,
      unknownOrders: 1,
      stuckOrders: 1,
      failedLogins: HEALTH_LIMITS.failedLoginsPerHour + 1,
      schedulerAgeS: HEALTH_LIMITS.schedulerAgeS + 1,
      bucketsWithoutWorker: 1,
      bucketsCovered: 1,
    };
    const faults = ["queue", "latency", "unknown", "stuck", "logins", "scheduler", "buckets", "covering"];
    expect(healthFaultsOf(ill)).toEqual(faults);
  });
});
