import { chargesOfDay, type ExecutedOrder } from "@vriddhi/core/charges/charges";
import { tariffOf } from "@vriddhi/core/charges/tariff";
import { PAISE_PER_RUPEE, paise } from "@vriddhi/core/shared/money";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chargesOf, sumCharges } from "./charges.ts";

const trades = fc.array(
  fc.record({
    side: fc.constantFrom("buy" as const, "sell" as const),
    quantity: fc.integer({ min: 1, max: 2_000 }),
    price: fc.integer({ min: 1_000, max: 1_000_000 }),
  }),
  { minLength: 1, maxLength: 6 },
);

/** Six parts are rounded to the paisa, and GST uses rounded ones. */
const ROUNDING_PAISE = 5;

describe("Zerodha's virtual contract note", () => {
  it("equals the product's charges within rounding, for any trade", () => {
    fc.assert(
      fc.property(trades, (list) => {
        const note = sumCharges(
          list.map(({ side, quantity, price }) =>
            chargesOf({ side, quantity, price: price / PAISE_PER_RUPEE, product: "intraday" }),
          ),
        );
        const executed = list.map(
          ({ side, quantity, price }): ExecutedOrder => ({ side, value: paise(quantity * price) }),
        );
        const ours = chargesOfDay(executed, tariffOf("zerodha"));
        const noteWithoutTax = (note.total - note.transaction_tax) * PAISE_PER_RUPEE;
        expect(Math.abs(ours.total - ours.transactionTax - noteWithoutTax)).toBeLessThan(ROUNDING_PAISE);
        // The state takes whole rupees of the note; the broker's preview shows its part exactly.
        expect(Math.abs(ours.transactionTax - note.transaction_tax * PAISE_PER_RUPEE)).toBeLessThanOrEqual(50.001);
      }),
    );
  });
});
