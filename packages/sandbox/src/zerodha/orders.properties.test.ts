import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Kite, openKite, orderBook, placeOk } from "./zerodha-fixture.ts";

const step = fc.record({
  who: fc.constantFrom(0, 1),
  what: fc.constantFrom("place", "place", "modify", "cancel"),
  side: fc.constantFrom("BUY", "SELL"),
  quantity: fc.integer({ min: 1, max: 20 }),
  ticks: fc.integer({ min: -3, max: 3 }),
  pick: fc.nat(20),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

interface Trader {
  readonly token: string;
  readonly orders: string[];
}

function take(kite: Kite, { token, orders }: Trader, { what, side, quantity, ticks, pick }: Step): void {
  kite.pass();
  const price = 1083 + ticks;
  const path = `/orders/regular/${orders[pick % Math.max(1, orders.length)] ?? "1"}`;
  if (what === "place") orders.push(placeOk(kite, token, { transaction_type: side, quantity, price }));
  if (what === "modify") kite.call("PUT", path, { token, form: { quantity, price } });
  if (what === "cancel") kite.call("DELETE", path, { token });
}

const sum = (numbers: readonly unknown[]): number =>
  numbers.reduce<number>((total, number) => total + Number(number), 0);

function checkBook(kite: Kite, { token, orders }: Trader): void {
  kite.pass();
  const rows = orderBook(kite, token);
  const trades = kite.call("GET", "/trades", { token }).body.data as { order_id: string; quantity: number }[];
  expect(rows.map(({ order_id }) => order_id)).toEqual(orders);
  for (const row of rows) {
    // the pending quantity includes a cancelled one
    expect(sum([row["filled_quantity"], row["pending_quantity"]])).toBe(row["quantity"]);
    expect(row["cancelled_quantity"]).toBe(row["status"] === "CANCELLED" ? row["pending_quantity"] : 0);
    const traded = trades.filter(({ order_id }) => order_id === row.order_id).map(({ quantity }) => quantity);
    expect(sum(traded)).toBe(row["filled_quantity"]);
  }
}

/** Net quantity over both clients: one's purchase is the other's sale. */
function netOf(kite: Kite, { token }: Trader): number {
  kite.pass();
  const { net } = kite.call("GET", "/portfolio/positions", { token }).body.data as { net: { quantity: number }[] };
  return sum(net.map(({ quantity }) => quantity));
}

describe("conservation of shares in Zerodha's API", () => {
  it("accounts for every placed share as filled, pending or cancelled, in orders, trades and positions", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const kite = openKite();
        const traders = [kite.anil, kite.asha].map((client): Trader => ({ token: kite.logIn(client), orders: [] }));
        for (const next of steps) take(kite, traders[next.who] as Trader, next);
        for (const trader of traders) checkBook(kite, trader);
        expect(sum(traders.map((trader) => netOf(kite, trader)))).toBe(0);
      }),
      { numRuns: 40 },
    );
  });
});
