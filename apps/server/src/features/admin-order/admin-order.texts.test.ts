import { assumedBand } from "@vriddhi/core/order/price-band";
import { paise } from "@vriddhi/core/shared/money";
import { expect, it } from "vitest";
import { farLimit } from "./admin-order.texts.ts";

it("explains a refused limit far beyond the market with its distance, the market price, range and value", () => {
  const price = paise(28_360);
  const row = { symbol: "ITC", side: "sell", totalQuantity: 1_000, limit: paise(27_003) } as const;
  expect(farLimit(row, { price, band: assumedBand(price, paise(5)) })).toMatch(
    /^Sell 1000 ITC at a limit of ₹270\.03, 4\.8% below the market: it trades at once\. Market price ₹283\.60, permitted range ₹[\d.]+ to ₹[\d.]+\. Worth ₹2,83,600\.00\.$/,
  );
});
