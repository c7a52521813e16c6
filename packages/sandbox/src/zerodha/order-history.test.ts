import { beforeEach, describe, expect, it } from "vitest";
import { type Kite, openKite, place, placeOk, type Row, refusal } from "./zerodha-fixture.ts";

let kite: Kite;
let anil: string;
beforeEach(() => {
  kite = openKite();
  anil = kite.logIn();
});

describe("an order's history", () => {
  it("shows the price at each time, before and after a modification", () => {
    const orderId = placeOk(kite, anil);
    kite.pass();
    kite.call("PUT", `/orders/regular/${orderId}`, { token: anil, form: { price: 1081 } });
    kite.pass();
    kite.call("DELETE", `/orders/regular/${orderId}`, { token: anil });
    const rows = kite.call("GET", `/orders/${orderId}`, { token: anil }).body.data as Row[];
    expect(rows.slice(0, 4).map(({ price }) => price)).toEqual([1083, 1083, 1083, 1083]);
    expect(rows.at(-1)).toMatchObject({
      status: "CANCELLED",
      price: 1081,
      pending_quantity: 10,
      cancelled_quantity: 10,
    });
  });

  it("does not exist for an order whose price is off the tick", () => {
    expect(place(kite, anil, { price: 1083.01 })).toMatchObject(
      refusal(
        400,
        "InputException",
        "Tick size for this script is 0.10. Kindly enter price in the multiple of tick size for this script",
      ),
    );
    expect(kite.exchange.dayOrders("ZA0001")).toEqual([]);
  });
});
