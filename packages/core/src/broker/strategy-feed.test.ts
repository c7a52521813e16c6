import { describe, expect, it } from "vitest";
import { followersOf, otherStrategyFeed, strategyFeedOf } from "./strategy-feed.ts";

describe("strategies", () => {
  it("[A1.3] serve Zerodha from the Angel One side, and Fyers separately", () => {
    expect(strategyFeedOf("zerodha")).toBe("angelone");
    expect(strategyFeedOf("angelone")).toBe("angelone");
    expect(strategyFeedOf("fyers")).toBe("fyers");
  });

  it("are followed by every trading account, exactly one each", () => {
    const followers = [...followersOf("fyers"), ...followersOf("angelone")];
    expect(new Set(followers).size).toBe(followers.length);
    expect(followers).toEqual(expect.arrayContaining(["fyers", "angelone", "zerodha", "paper"]));
    expect(followersOf("unknown")).toEqual([]);
  });

  it("replace each other's feed", () => {
    expect([otherStrategyFeed("fyers"), otherStrategyFeed("angelone")]).toEqual(["angelone", "fyers"]);
  });
});
