import { describe, expect, it } from "vitest";
import { deskOf, followersOf, otherDesk } from "./desk.ts";

describe("strategies", () => {
  it("[A1.3] serve Zerodha from the Angel One side, and Fyers separately", () => {
    expect(deskOf("zerodha")).toBe("angelone");
    expect(deskOf("angelone")).toBe("angelone");
    expect(deskOf("fyers")).toBe("fyers");
  });

  it("are followed by every trading account, exactly one each", () => {
    const followers = [...followersOf("fyers"), ...followersOf("angelone")];
    expect(new Set(followers).size).toBe(followers.length);
    expect(followers).toEqual(expect.arrayContaining(["fyers", "angelone", "zerodha", "paper"]));
    expect(followersOf("unknown")).toEqual([]);
  });

  it("replace each other's feed", () => {
    expect([otherDesk("fyers"), otherDesk("angelone")]).toEqual(["angelone", "fyers"]);
  });
});
