import { brokerNames } from "@vriddhi/core/broker/broker-name";
import { readinessReasons } from "@vriddhi/core/readiness/readiness-reason";
import { istDate } from "@vriddhi/core/time/ist";
import { describe, expect, it } from "vitest";
import { explain, type ReasonContext } from "./readiness.messages.ts";

const context: ReasonContext = {
  broker: "zerodha",
  phase: "morning",
  nextDay: istDate("2026-11-17"),
  address: "203.0.113.7",
  refusal: "Invalid PIN",
};
const phases = ["early", "logins", "morning", "started", "open", "over", "closed", "unknown"] as const;
const everything = readinessReasons.flatMap((reason) =>
  brokerNames.flatMap((broker) => phases.map((phase) => explain(reason, { ...context, broker, phase }))),
);

describe("the sentence of a readiness reason", () => {
  it("each readiness reason has a different sentence", () => {
    const sentences = readinessReasons.map((reason) => explain(reason, context).detail);
    expect(new Set(sentences).size).toBe(readinessReasons.length);
  });

  it("a readiness sentence never refers to support, and never says that the user is ready", () => {
    for (const { detail } of everything) expect(detail).not.toMatch(/support|you are ready/i);
  });

  it("a readiness sentence has an action within the site, or says what happens automatically or where to go", () => {
    for (const { detail, action } of everything) {
      if (action !== null) expect(action.path).toMatch(/^\/\w/);
      else expect(detail).toMatch(/nothing to do|trading day|Nothing is traded|Add funds|today\.|asking/);
    }
  });

  it("a readiness sentence names the address to register, and where", () => {
    expect(explain("egress_missing", context)).toEqual({
      detail:
        "Zerodha takes orders only from a registered address. Register 203.0.113.7 on your profile at Kite Connect's developer site.",
      action: { label: "Show how", path: "/algorithm/dashboard/ZerodhaConnection" },
    });
  });

  it("a readiness sentence shows the broker's message after a refusal", () => {
    expect(explain("credentials_refused", context).detail).toBe("Zerodha refused the last login and said: Invalid PIN");
  });

  it("a readiness sentence promises retries until 9:10 only before 9:10", () => {
    expect(explain("broker_unavailable", context).detail).toContain("until 9:10 AM");
    expect(explain("broker_unavailable", { ...context, phase: "open" }).detail).not.toContain("9:10");
  });

  it("a readiness sentence names no next day while it is unknown", () => {
    expect(explain("market_closed", { ...context, nextDay: null }).detail).toBe("The market is closed today.");
  });
});
