import { describe, expect, it } from "vitest";
import { brokerNames } from "../broker/broker-name.ts";
import { ACTIVE_ACCOUNTS_POOL, poolOf, poolWidths } from "./concurrency-pool.ts";
import { stepKinds } from "./day-plan.ts";

describe("lanes", () => {
  it("every step of every broker has a lane that somebody works off", () => {
    for (const kind of stepKinds)
      for (const broker of brokerNames) expect(poolWidths[poolOf(kind, broker)]).toBeGreaterThan(0);
    expect(poolWidths[ACTIVE_ACCOUNTS_POOL]).toBe(1);
  });

  it("logins and readiness of two brokers never share one", () => {
    for (const kind of ["reconnect", "readiness_early", "readiness"] as const)
      expect(new Set(brokerNames.map((broker) => poolOf(kind, broker))).size).toBe(brokerNames.length);
  });

  it("the desks' logins wait for no account", () => {
    const accountLanes = stepKinds.filter((kind) => kind !== "desk_login").map((kind) => poolOf(kind, "fyers"));
    expect(accountLanes).not.toContain(poolOf("desk_login", null));
  });

  it("a login without a broker is refused", () => {
    expect(() => poolOf("reconnect", null)).toThrow("needs the account's broker");
  });
});
