import { describe, expect, it } from "vitest";
import { anAngelWorld, ORDER } from "../angelone/angelone-fixture.ts";
import { aBench, anOrder as aFyersOrder, ask, logIn } from "../fyers/fyers-fixture.ts";
import { openKite, orderBook, placeOk } from "../zerodha/zerodha-fixture.ts";
import { withOddRow } from "./odd-row.ts";
import { json, plain } from "./wire.ts";

const ODD = { kind: "basket" };

describe("an unreadable row", () => {
  it("is added to Zerodha's own rows, for the named client and number of reads", () => {
    const kite = openKite();
    const [anil, asha] = [kite.logIn(), kite.logIn(kite.asha)];
    const id = placeOk(kite, anil);
    kite.faults.set("zerodha", "odd-row", 1, { account: kite.anil.id });
    expect(orderBook(kite, asha)).toEqual([]);
    expect(orderBook(kite, anil)).toMatchObject([{ order_id: id }, ODD]);
    expect(orderBook(kite, anil)).toMatchObject([{ order_id: id }]);
  });

  it("is the only row of Angel One's empty book", () => {
    const angel = anAngelWorld();
    angel.faults.set("angelone", "odd-row", 1);
    const asked = { headers: angel.as(angel.login()) };
    expect(angel.call("GET", `${ORDER}/getOrderBook`, undefined, asked).data).toMatchObject([ODD]);
  });

  it("is added to Fyers' own rows", () => {
    const bench = aBench();
    const authorization = { headers: { authorization: logIn(bench) } };
    const made = ask(bench, "POST", "/api/v3/orders/sync", { ...authorization, body: aFyersOrder() });
    bench.faults.set("fyers", "odd-row", 1);
    const { orderBook: rows } = ask(bench, "GET", "/api/v3/orders", authorization).body;
    expect(rows).toMatchObject([{ id: made.body["id"] }, ODD]);
  });

  it("is not added to a refusal or to anything but a book", () => {
    const refusal = json(403, { data: [] });
    const notes = json(200, { notes: [] });
    const profile = json(200, { data: { name: "Anil" } });
    for (const reply of [refusal, notes, profile, plain(500, "gone")]) expect(withOddRow(reply)).toBe(reply);
  });
});
