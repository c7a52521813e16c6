import { describe, expect, it } from "vitest";
import { brokerNames, brokersShown } from "./broker-name.ts";
import { brokersInWords, brokerTitles } from "./broker-title.ts";

describe("the broker list", () => {
  it("shows every known broker once", () => {
    expect([...brokersShown].sort()).toEqual([...brokerNames].sort());
  });

  it("is a sentence in the order of pages", () => {
    expect(brokersInWords("or")).toBe("Fyers, Angel One or Zerodha");
    expect(brokersInWords("and")).toBe("Fyers, Angel One and Zerodha");
    expect(brokerTitles.angelone).toBe("Angel One");
  });
});
