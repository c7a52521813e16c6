import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type BrokerName, brokerNames } from "../broker/broker-name.ts";
import { paise, rupees } from "../shared/money.ts";
import { chargesOfDay, chargesPerOrder, type ExecutedOrder, judgeRoundTrip } from "./charges.ts";
import { tariffOf } from "./tariff.ts";

const brokers = fc.constantFrom(...brokerNames);
const orders = fc.array(
  fc.record({
    side: fc.constantFrom("buy" as const, "sell" as const),
    value: fc.integer({ min: 0, max: 1_000_000_000_000 }).map(paise),
  }),
  { maxLength: 8 },
);
const hundredShares = { quantity: 100, buyPrice: rupees(1_000), sellPrice: rupees(1_010) };

describe("the charges of a day", () => {
  it.each([
    ["zerodha", 8_272, 91_728],
    ["angelone", 8_272, 91_728],
    ["fyers", 8_268, 91_732],
  ] as const)("of the worked example at %s are %d paise", (broker, total, net) => {
    const result = judgeRoundTrip(hundredShares, tariffOf(broker));
    expect(result.gross).toBe(100_000);
    expect(result.charges.total).toBe(total);
    expect(result.net).toBe(net);
  });

  it("of the worked example match to the paisa in every part", () => {
    expect(judgeRoundTrip(hundredShares, tariffOf("zerodha")).charges).toEqual({
      brokerage: 4_000,
      transactionTax: 2_500,
      exchange: 597,
      protectionFund: 20,
      regulator: 20,
      stampDuty: 300,
      gst: 835,
      total: 8_272,
    });
    expect(judgeRoundTrip(hundredShares, tariffOf("fyers")).charges.gst).toBe(831);
  });

  it("of one share from 450 to 455 rupees are 36 paise at Zerodha", () => {
    const oneShare = { quantity: 1, buyPrice: rupees(450), sellPrice: rupees(455) };
    expect(judgeRoundTrip(oneShare, tariffOf("zerodha")).charges.total).toBe(36);
  });

  it("apply transaction tax to sales and stamp duty to purchases, also when the sale came first", () => {
    const loss = { quantity: 100, buyPrice: rupees(1_010), sellPrice: rupees(1_000) };
    const { charges, gross, net } = judgeRoundTrip(loss, tariffOf("zerodha"));
    expect(charges.transactionTax).toBe(2_500);
    expect(charges.stampDuty).toBe(303);
    expect(gross).toBe(-100_000);
    expect(net).toBe(gross - charges.total);
  });

  it.each([
    [199_999, 0],
    [200_000, 100],
    [599_999, 100],
    [600_000, 200],
  ])("round the transaction tax of a sale of %d paise to the rupee", (value, tax) => {
    const sale: ExecutedOrder = { side: "sell", value: paise(value) };
    expect(chargesOfDay([sale], tariffOf("zerodha")).transactionTax).toBe(tax);
  });

  it.each([
    ["zerodha", 100_000, 30],
    ["zerodha", 6_666_666, 2_000],
    ["zerodha", 6_666_667, 2_000],
    ["angelone", 100_000, 500],
    ["angelone", 1_000_000, 1_000],
    ["angelone", 50_000_000, 2_000],
    ["fyers", 100_000, 30],
  ] as const)("take the brokerage of %s for an order of %d paise: %d", (broker: BrokerName, value, brokerage) => {
    const sale: ExecutedOrder = { side: "sell", value: paise(value) };
    expect(chargesOfDay([sale], tariffOf(broker)).brokerage).toBe(brokerage);
  });

  it("are zero without an executed order", () => {
    for (const broker of brokerNames) {
      expect(chargesOfDay([], tariffOf(broker)).total).toBe(0);
      expect(chargesOfDay([{ side: "buy", value: paise(0) }], tariffOf(broker)).total).toBe(0);
    }
  });

  it("are the sum of their parts, and never fall when an order is added", () => {
    fc.assert(
      fc.property(brokers, orders, (broker, list) => {
        const tariff = tariffOf(broker);
        const { total, ...parts } = chargesOfDay(list, tariff);
        expect(Object.values(parts).reduce((sum, part) => sum + part, 0)).toBe(total);
        expect(chargesOfDay(list.slice(1), tariff).total).toBeLessThanOrEqual(total);
      }),
    );
  });

  it("do not depend on the order of orders", () => {
    fc.assert(
      fc.property(brokers, orders, (broker, list) => {
        expect(chargesOfDay([...list].reverse(), tariffOf(broker))).toEqual(chargesOfDay(list, tariffOf(broker)));
      }),
    );
  });

  it("include the broker's fee for its square-off order, with tax on it", () => {
    const tariff = tariffOf("zerodha");
    const own: ExecutedOrder = { side: "sell", value: rupees(1_000) };
    const before = chargesOfDay([own, { ...own, isSquareOff: false }], tariff);
    const after = chargesOfDay([own, { ...own, isSquareOff: true }], tariff);
    expect(after.brokerage - before.brokerage).toBe(rupees(50));
    expect(after.gst - before.gst).toBe(rupees(9));
    expect(after.total - before.total).toBe(rupees(59));
  });

  it("on paper equal those at Zerodha", () => {
    expect(tariffOf("paper")).toEqual(tariffOf("zerodha"));
  });

  it("refuse an order of negative value", () => {
    expect(() => chargesOfDay([{ side: "buy", value: paise(-1) }], tariffOf("fyers"))).toThrow("a value");
  });
});

describe("the charges per executed order", () => {
  it("add up to the day's total, and none is negative", () => {
    fc.assert(
      fc.property(
        brokers,
        orders.filter(({ length }) => length > 0),
        (broker, list) => {
          const shares = chargesPerOrder(list, tariffOf(broker));
          expect(shares).toHaveLength(list.length);
          expect(shares.every((share) => share >= 0)).toBe(true);
          expect(shares.reduce((sum, share) => sum + share, 0)).toBe(chargesOfDay(list, tariffOf(broker)).total);
        },
      ),
    );
  });

  it("assign the transaction tax to the sale", () => {
    const day: ExecutedOrder[] = [
      { side: "buy", value: rupees(100_000) },
      { side: "sell", value: rupees(100_000) },
    ];
    const [buy = 0, sell = 0] = chargesPerOrder(day, tariffOf("zerodha"));
    expect(sell).toBeGreaterThan(buy);
  });

  it("assign the rounding of tiny orders to the first one", () => {
    const tiny: ExecutedOrder = { side: "buy", value: paise(1_000) };
    const shares = chargesPerOrder(
      Array.from({ length: 40 }, () => tiny),
      tariffOf("zerodha"),
    );
    expect(shares[0]).toBeGreaterThan(0);
    expect(shares.slice(1).every((share) => share === 0)).toBe(true);
  });
});
