import { describe, expect, it } from "vitest";
import { chargeRatesOf } from "./charge-rates.ts";

describe("the rates beside the charges", () => {
  it("are those of the broker's tariff, in percent", () => {
    expect(chargeRatesOf("zerodha")).toEqual({
      brokerage: "0.03% of each order, at most ₹20",
      tax: "0.025% of the sale, in whole rupees",
      exchange: "0.00297% and 0.0001% of bought and sold",
      regulator: "0.0001% of bought and sold",
      stamp: "0.003% of the purchase",
      gst: "18% of brokerage, exchange charge and SEBI fee",
    });
    expect(chargeRatesOf("angelone").brokerage).toBe(
      "0.1% of each order, ₹5 to ₹20; Angel One's pages differ, and this is the dearest they name, so your note may show less",
    );
    expect(chargeRatesOf("fyers").gst).toBe("18% of brokerage and exchange charge");
    expect(chargeRatesOf("paper")).toEqual(chargeRatesOf("zerodha"));
  });
});
