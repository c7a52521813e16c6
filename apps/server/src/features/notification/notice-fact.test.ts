import { describe, expect, it } from "vitest";
import { factOf } from "./notice-fact.ts";

describe("the stored part of a notice", () => {
  it("stores the reason of a login and never the link that opens it", () => {
    const url = "https://own.invalid/connect/zerodha?link=once-only";
    const data = { broker: "zerodha", url, opens: "login", isLast: false, refusal: null } as const;
    const fact = factOf({ kind: "login_link", data });
    expect(fact).toEqual({
      title: "Log in to Zerodha before 9:10 AM",
      text: "Zerodha asks for your own login each trading day.",
      path: "/algorithm/dashboard/ZerodhaConnection",
    });
  });

  it("never stores an approval's link", () => {
    const data = { until: "10:41:15 AM", url: "https://own.invalid/approve#secret" };
    const fact = factOf({ kind: "approval", data });
    expect(JSON.stringify(fact)).not.toContain("secret");
    expect(fact.path).toBe("/algorithm/dashboard/Today");
  });

  it("stores the whole sentence of a fill, with a path to more", () => {
    const fact = factOf({ kind: "order_filled", data: { sentence: "Bought 35 SBIN at ₹812.40." } });
    expect(fact.text).toBe("Bought 35 SBIN at ₹812.40.");
    expect(fact.path).toBe("/algorithm/dashboard/Today");
  });
});
