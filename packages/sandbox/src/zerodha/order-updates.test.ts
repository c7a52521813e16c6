import { describe, expect, it } from "vitest";
import { at, rs } from "../exchange/exchange-fixture.ts";
import { aKiosk, bookRow, checksum, type Kiosk, orderBook, placed, type TestSocket } from "./zerodha-fixture.ts";

const POSTBACK = "https://app.example/postback";

function aListener(kiosk: Kiosk, token: string): TestSocket {
  const socket = kiosk.dial(token);
  socket.frames.length = 0;
  return socket;
}
const statuses = (socket: TestSocket) => socket.texts().map(({ data }) => data["status"]);
const posted = ({ posts }: Kiosk) => posts.map(({ body }) => JSON.parse(body) as Record<string, string>);

/** Anil places an order for ten and cancels it, then buys ten from Asha in two parts. */
function aBusyDay(kiosk: Kiosk, token: string): void {
  const asha = kiosk.logIn(kiosk.asha);
  const orderId = placed(kiosk, token, { tag: "first" });
  kiosk.call("PUT", `/orders/regular/${orderId}`, { token, form: { quantity: 5 } });
  kiosk.call("DELETE", `/orders/regular/${orderId}`, { token });
  placed(kiosk, token, { tag: "second" });
  placed(kiosk, asha, { transaction_type: "SELL", quantity: 4 });
  placed(kiosk, asha, { transaction_type: "SELL", quantity: 6 });
}

describe("order updates on the ticker", () => {
  it("arrive without a subscription, in order, for the owner only", () => {
    const kiosk = aKiosk();
    const token = kiosk.logIn();
    const socket = aListener(kiosk, token);
    aBusyDay(kiosk, token);
    expect(socket.texts().every(({ type }) => type === "order")).toBe(true);
    expect(statuses(socket)).toEqual(["OPEN", "UPDATE", "CANCELLED", "OPEN", "UPDATE", "COMPLETE"]);
    expect(new Set(socket.texts().map(({ data }) => data["user_id"]))).toEqual(new Set(["ZA0001"]));
    expect(socket.texts().at(-1)?.data).toMatchObject({
      tag: "second",
      filled_quantity: 10,
      unfilled_quantity: 0,
      average_price: 1083,
      app_id: expect.any(Number),
    });
  });

  it("report rejected and waiting orders", () => {
    const kiosk = aKiosk();
    const token = kiosk.logIn();
    const socket = aListener(kiosk, token);
    placed(kiosk, token, { price: 2000 });
    placed(kiosk, token, { order_type: "SL", price: 1095, trigger_price: 1090 });
    expect(statuses(socket)).toEqual(["REJECTED", "TRIGGER PENDING"]);
  });

  it("reach every socket of the client", () => {
    const kiosk = aKiosk();
    const token = kiosk.logIn();
    const sockets = [aListener(kiosk, token), aListener(kiosk, token)];
    placed(kiosk, token);
    for (const socket of sockets) expect(statuses(socket)).toEqual(["OPEN"]);
  });

  it("are duplicated under the fault duplicate-push", () => {
    const kiosk = aKiosk();
    const token = kiosk.logIn();
    const socket = aListener(kiosk, token);
    kiosk.faults.set("zerodha", "duplicate-push");
    aBusyDay(kiosk, token);
    expect(statuses(socket)).toEqual(["OPEN", "OPEN", "UPDATE", "CANCELLED", "OPEN", "UPDATE", "COMPLETE"]);
  });

  it("are reordered under the fault reorder-push, and none is lost", () => {
    const kiosk = aKiosk();
    const token = kiosk.logIn();
    const socket = aListener(kiosk, token);
    kiosk.faults.set("zerodha", "reorder-push");
    aBusyDay(kiosk, token);
    expect(statuses(socket)).toEqual(["UPDATE", "OPEN", "CANCELLED", "OPEN", "UPDATE", "COMPLETE"]);
    kiosk.faults.set("zerodha", "reorder-push");
    placed(kiosk, token, { price: 1000 });
    expect(statuses(socket)).toHaveLength(6);
    kiosk.beat();
    expect(statuses(socket).at(-1)).toBe("OPEN");
  });
});

describe("postbacks", () => {
  it("report updates and final states, each with the checksum of its time", () => {
    const kiosk = aKiosk({ anil: { postbackUrl: POSTBACK } });
    aBusyDay(kiosk, kiosk.logIn());
    expect(kiosk.posts.every(({ url }) => url === POSTBACK)).toBe(true);
    expect(posted(kiosk).map(({ status }) => status)).toEqual(["UPDATE", "CANCELLED", "UPDATE", "COMPLETE"]);
    for (const body of posted(kiosk)) {
      const { order_id: id = "", order_timestamp: time = "", checksum: told } = body;
      expect(told).toBe(checksum(id, time, kiosk.anil.app.secret));
    }
  });

  it("are skipped without an address", () => {
    const kiosk = aKiosk();
    aBusyDay(kiosk, kiosk.logIn());
    expect(kiosk.posts).toEqual([]);
  });
});

describe("the broker's own square-off", () => {
  it("places orders with a number and a user, and shows them in the book", () => {
    const kiosk = aKiosk({ settings: {} });
    kiosk.exchange.addCash("ZA0001", rs(1_000_000));
    const token = kiosk.logIn();
    const socket = aListener(kiosk, token);
    const bought = placed(kiosk, token, { order_type: "MARKET", market_protection: -1 });
    const waiting = placed(kiosk, token, { price: kiosk.exchange.quote("SBIN").lowerCircuit / 100 });
    kiosk.toMarket(at("15:14"));
    expect(bookRow(kiosk, token, waiting)).toMatchObject({
      status: "CANCELLED",
      status_message: expect.stringContaining("square off"),
    });
    const own = orderBook(kiosk, token).filter(({ placed_by }) => placed_by === "ADMINSQF");
    expect(own.length).toBeGreaterThan(0);
    expect(own.every(({ order_id }) => /^261116\d{13}$/.test(order_id) && order_id !== bought)).toBe(true);
    expect(own.reduce((sum, row) => sum + Number(row["filled_quantity"]), 0)).toBe(10);
    const orderId = own[0]?.order_id ?? "";
    kiosk.pass();
    expect(kiosk.call("GET", `/orders/${orderId}/trades`, { token }).body.data).toMatchObject([{ order_id: orderId }]);
    expect(socket.texts().some(({ data }) => data["order_id"] === orderId)).toBe(true);
  });
});
