import { describe, expect, it } from "vitest";
import { deskOf, followersOf, otherDesk } from "./desk.ts";

describe("the desks", () => {
  it("[A1.3] Zerodha follows the signals of the Angel One side, Fyers has its own", () => {
    expect(deskOf("zerodha")).toBe("angelone");
    expect(deskOf("angelone")).toBe("angelone");
    expect(deskOf("fyers")).toBe("fyers");
  });

  it("every account that trades follows exactly one desk", () => {
    const followers = [...followersOf("fyers"), ...followersOf("angelone")];
    expect(new Set(followers).size).toBe(followers.length);
    expect(followers).toEqual(expect.arrayContaining(["fyers", "angelone", "zerodha", "paper"]));
    expect(followersOf("nobody")).toEqual([]);
  });

  it("one desk stands in for the other", () => {
    expect([otherDesk("fyers"), otherDesk("angelone")]).toEqual(["angelone", "fyers"]);
  });
});
