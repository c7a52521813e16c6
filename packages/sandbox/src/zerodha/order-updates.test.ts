import { describe, expect, it } from "vitest";
import { at, rs } from "../exchange/exchange-fixture.ts";
import { bookRow, checksum, type Kite, openKite, orderBook, placeOk, type TestSocket } from "./zerodha-fixture.ts";

const POSTBACK = "https://app.example/postback";

function aListener(kite: Kite, token: string): TestSocket {
  const socket = kite.dial(token);
  socket.frames.length = 0;
  return socket;
}
const statuses = (socket: TestSocket) => socket.texts().map(({ data }) => data["status"]);
const posted = ({ posts }: Kite) => posts.map(({ body }) => JSON.parse(body) as Record<string, string>);

/** Anil places an order for ten and cancels it, then buys ten from Asha in two parts. */
function aBusyDay(kite: Kite, token: string): void {
  const asha = kite.logIn(kite.asha);
  const orderId = placeOk(kite, token, { tag: "first" });
  kite.call("PUT", `/orders/regular/${orderId}`, { token, form: { quantity: 5 } });
  kite.call("DELETE", `/orders/regular/${orderId}`, { token });
  placeOk(kite, token, { tag: "second" });
  placeOk(kite, asha, { transaction_type: "SELL", quantity: 4 });
  placeOk(kite, asha, { transaction_type: "SELL", quantity: 6 });
}

describe("order updates on the ticker", () => {
  it("arrive without a subscription, in order, for the owner only", () => {
    const kite = openKite();
    const token = kite.logIn();
    const socket = aListener(kite, token);
    aBusyDay(kite, token);
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
    const kite = openKite();
    const token = kite.logIn();
    const socket = aListener(kite, token);
    placeOk(kite, token, { price: 2000 });
    placeOk(kite, token, { order_type: "SL", price: 1095, trigger_price: 1090 });
    expect(statuses(socket)).toEqual(["REJECTED", "TRIGGER PENDING"]);
  });

  it("reach every socket of the client", () => {
    const kite = openKite();
    const token = kite.logIn();
    const sockets = [aListener(kite, token), aListener(kite, token)];
    placeOk(kite, token);
    for (const socket of sockets) expect(statuses(socket)).toEqual(["OPEN"]);
  });

  it("are duplicated under the fault duplicate-push", () => {
    const kite = openKite();
    const token = kite.logIn();
    const socket = aListener(kite, token);
    kite.faults.set("zerodha", "duplicate-push");
    aBusyDay(kite, token);
    expect(statuses(socket)).toEqual(["OPEN", "OPEN", "UPDATE", "CANCELLED", "OPEN", "UPDATE", "COMPLETE"]);
  });

  it("are reordered under the fault reorder-push, and none is lost", () => {
    const kite = openKite();
    const token = kite.logIn();
    const socket = aListener(kite, token);
    kite.faults.set("zerodha", "reorder-push");
    aBusyDay(kite, token);
    expect(statuses(socket)).toEqual(["UPDATE", "OPEN", "CANCELLED", "OPEN", "UPDATE", "COMPLETE"]);
    kite.faults.set("zerodha", "reorder-push");
    placeOk(kite, token, { price: 1000 });
    expect(statuses(socket)).toHaveLength(6);
    kite.beat();
    expect(statuses(socket).at(-1)).toBe("OPEN");
  });
});

describe("postbacks", () => {
  it("report updates and final states, each with the checksum of its time", () => {
    const kite = openKite({ anil: { postbackUrl: POSTBACK } });
    aBusyDay(kite, kite.logIn());
    expect(kite.posts.every(({ url }) => url === POSTBACK)).toBe(true);
    expect(posted(kite).map(({ status }) => status)).toEqual(["UPDATE", "CANCELLED", "UPDATE", "COMPLETE"]);
    for (const body of posted(kite)) {
      const { order_id: id = "", order_timestamp: time = "", checksum: received } = body;
      expect(received).toBe(checksum(id, time, kite.anil.app.secret));
    }
  });

  it("are skipped without an address", () => {
    const kite = openKite();
    aBusyDay(kite, kite.logIn());
    expect(kite.posts).toEqual([]);
  });
});

describe("the broker's own square-off", () => {
  it("places orders with a number and a user, and shows them in the book", () => {
    const kite = openKite({ settings: {} });
    kite.exchange.addCash("ZA0001", rs(1_000_000));
    const token = kite.logIn();
    const socket = aListener(kite, token);
    const bought = placeOk(kite, token, { order_type: "MARKET", market_protection: -1 });
    const waiting = placeOk(kite, token, { price: kite.exchange.quote("SBIN").lowerCircuit / 100 });
    kite.toMarket(at("15:14"));
    expect(bookRow(kite, token, waiting)).toMatchObject({
      status: "CANCELLED",
      status_message: expect.stringContaining("square off"),
    });
    const own = orderBook(kite, token).filter(({ placed_by }) => placed_by === "ADMINSQF");
    expect(own.length).toBeGreaterThan(0);
    expect(own.every(({ order_id }) => /^261116\d{13}$/.test(order_id) && order_id !== bought)).toBe(true);
    expect(own.reduce((sum, row) => sum + Number(row["filled_quantity"]), 0)).toBe(10);
    const orderId = own[0]?.order_id ?? "";
    kite.pass();
    expect(kite.call("GET", `/orders/${orderId}/trades`, { token }).body.data).toMatchObject([{ order_id: orderId }]);
    expect(socket.texts().some(({ data }) => data["order_id"] === orderId)).toBe(true);
  });
});
