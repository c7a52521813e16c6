import { describe, expect, it } from "vitest";
import { brokerNames } from "../broker/broker-name.ts";
import { stepKinds } from "./day-plan.ts";
import { laneOf, laneWidths, ROLL_LANE } from "./lane.ts";

describe("lanes", () => {
  it("every step of every broker has a lane that somebody works off", () => {
    for (const kind of stepKinds)
      for (const broker of brokerNames) expect(laneWidths[laneOf(kind, broker)]).toBeGreaterThan(0);
    expect(laneWidths[ROLL_LANE]).toBe(1);
  });

  it("logins and readiness of two brokers never share one", () => {
    for (const kind of ["reconnect", "readiness_early", "readiness"] as const)
      expect(new Set(brokerNames.map((broker) => laneOf(kind, broker))).size).toBe(brokerNames.length);
  });

  it("the desks' logins wait for no account", () => {
    const accountLanes = stepKinds.filter((kind) => kind !== "desk_login").map((kind) => laneOf(kind, "fyers"));
    expect(accountLanes).not.toContain(laneOf("desk_login", null));
  });

  it("a login without a broker is refused", () => {
    expect(() => laneOf("reconnect", null)).toThrow("needs the account's broker");
  });
});
