import { beforeEach, describe, expect, it } from "vitest";
import { aKiosk, type Kiosk, place, placed, type Row, refusal } from "./zerodha-fixture.ts";

let kiosk: Kiosk;
let anil: string;
beforeEach(() => {
  kiosk = aKiosk();
  anil = kiosk.logIn();
});

describe("an order's history", () => {
  it("shows the price at each time, before and after a modification", () => {
    const orderId = placed(kiosk, anil);
    kiosk.pass();
    kiosk.call("PUT", `/orders/regular/${orderId}`, { token: anil, form: { price: 1081 } });
    kiosk.pass();
    kiosk.call("DELETE", `/orders/regular/${orderId}`, { token: anil });
    const rows = kiosk.call("GET", `/orders/${orderId}`, { token: anil }).body.data as Row[];
    expect(rows.slice(0, 4).map(({ price }) => price)).toEqual([1083, 1083, 1083, 1083]);
    expect(rows.at(-1)).toMatchObject({
      status: "CANCELLED",
      price: 1081,
      pending_quantity: 10,
      cancelled_quantity: 10,
    });
  });

  it("does not exist for an order whose price is off the tick", () => {
    expect(place(kiosk, anil, { price: 1083.01 })).toMatchObject(
      refusal(
        400,
        "InputException",
        "Tick size for this script is 0.10. Kindly enter price in the multiple of tick size for this script",
      ),
    );
    expect(kiosk.exchange.dayOrders("ZA0001")).toEqual([]);
  });
});
