import { describe, expect, it } from "vitest";
import { brokerNames, brokersShown } from "./broker-name.ts";
import { brokersInWords, brokerTitles } from "./broker-title.ts";

describe("the list of brokers", () => {
  it("shows every broker that it knows, once", () => {
    expect([...brokersShown].sort()).toEqual([...brokerNames].sort());
  });

  it("names them all in a sentence, in the order in which pages show them", () => {
    expect(brokersInWords("or")).toBe("Fyers, Angel One or Zerodha");
    expect(brokersInWords("and")).toBe("Fyers, Angel One and Zerodha");
    expect(brokerTitles.angelone).toBe("Angel One");
  });
});
