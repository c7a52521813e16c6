import { describe, expect, it } from "vitest";
import { brokerNames } from "../broker/broker-name.ts";
import { ACTIVE_ACCOUNTS_POOL, poolOf, poolWidths } from "./concurrency-pool.ts";
import { stepKinds } from "./day-plan.ts";

describe("concurrency pools", () => {
  it("exist for every step of every broker, with a worker", () => {
    for (const kind of stepKinds)
      for (const broker of brokerNames) expect(poolWidths[poolOf(kind, broker)]).toBeGreaterThan(0);
    expect(poolWidths[ACTIVE_ACCOUNTS_POOL]).toBe(1);
  });

  it("separate logins and readiness of two brokers", () => {
    for (const kind of ["reconnect", "readiness_early", "readiness"] as const)
      expect(new Set(brokerNames.map((broker) => poolOf(kind, broker))).size).toBe(brokerNames.length);
  });

  it("keep the strategies' logins in a pool of their own, apart from accounts", () => {
    const accountLanes = stepKinds.filter((kind) => kind !== "desk_login").map((kind) => poolOf(kind, "fyers"));
    expect(accountLanes).not.toContain(poolOf("desk_login", null));
  });

  it("refuse an account login without a broker", () => {
    expect(() => poolOf("reconnect", null)).toThrow("needs the account's broker");
  });
});
