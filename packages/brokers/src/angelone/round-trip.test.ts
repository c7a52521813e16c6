import type { OrderTag, OrderTicket, Pricing } from "@vriddhi/core/order/order";
import { paise } from "@vriddhi/core/shared/money";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { aRow } from "./angelone-fixture.ts";
import { toOrder } from "./from-wire.ts";
import { toPlaceOrderParams } from "./to-wire.ts";
import { angelOrder, type PlaceOrderParams } from "./wire.ts";

const price = fc.integer({ min: 1, max: 10_000_000 }).map(paise);
const pricing: fc.Arbitrary<Pricing> = fc.oneof(
  fc.record({ kind: fc.constant("limit" as const), limit: price }),
  fc.record({ kind: fc.constant("stop_limit" as const), trigger: price, limit: price }),
);
const ticket: fc.Arbitrary<OrderTicket> = fc.record({
  tag: fc.stringMatching(/^[A-Z0-9]{15}$/).map((text) => text as OrderTag),
  instrument: fc.constantFrom("SBIN", "M&M", "BAJAJ-AUTO").map((symbol) => ({
    isin: "",
    symbol,
    brokerSymbol: `${symbol}-EQ`,
    token: "3045",
    tickSize: paise(5),
    lotSize: 1,
  })),
  side: fc.constantFrom("buy", "sell"),
  quantity: fc.integer({ min: 1, max: 10_000_000 }),
  product: fc.constantFrom("intraday", "delivery"),
  pricing,
  validity: fc.constantFrom("day", "ioc"),
});

/** The broker's book after the round trip: prices became numbers, quantities stayed text. */
function rowOf(params: PlaceOrderParams, filled: number): unknown {
  const { squareoff, stoploss, disclosedquantity, ...kept } = params;
  const quantity = Number(params.quantity);
  const row = {
    ...aRow,
    ...kept,
    price: Number(params.price),
    triggerprice: Number(params.triggerprice),
    filledshares: String(filled),
    unfilledshares: String(quantity - filled),
    orderstatus: params.variety === "STOPLOSS" ? "trigger pending" : "open",
  };
  return JSON.parse(JSON.stringify(row));
}

describe("an order sent to Angel One and read back", () => {
  it("is identical to the paisa", () => {
    fc.assert(
      fc.property(ticket, fc.nat(), (sent, seed) => {
        const filled = sent.pricing.kind === "limit" ? seed % sent.quantity : 0;
        const back = toOrder(angelOrder.parse(rowOf(toPlaceOrderParams(sent), filled)));
        expect(back).toMatchObject({
          tag: sent.tag,
          brokerSymbol: sent.instrument.brokerSymbol,
          side: sent.side,
          product: sent.product,
          quantity: sent.quantity,
          filledQuantity: filled,
          pendingQuantity: sent.quantity - filled,
          limit: sent.pricing.limit,
          trigger: sent.pricing.kind === "stop_limit" ? sent.pricing.trigger : null,
          status: sent.pricing.kind === "stop_limit" ? "trigger_pending" : "open",
        });
      }),
    );
  });
});
