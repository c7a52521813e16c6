import { beforeEach, describe, expect, it } from "vitest";
import { at, limit, place as placeAt, TUESDAY } from "../exchange/exchange-fixture.ts";
import {
  type AngelWorld,
  anAngelWorld,
  anOrder,
  type Caller,
  connected,
  ORDER,
  type Row,
  type Tokens,
} from "./angelone-fixture.ts";
import { ORDER_UPDATE_PATH } from "./create-angelone.ts";

interface Update {
  readonly "user-id": string;
  readonly "status-code": string;
  readonly "order-status": string;
  readonly "error-message": string;
  readonly orderData: Row;
}

let world: AngelWorld;
let tokens: Tokens;
let headers: Readonly<Record<string, string>>;
beforeEach(() => {
  world = anAngelWorld();
  tokens = world.login();
  headers = world.as(tokens);
});

const dial = () => connected(world.dial(ORDER_UPDATE_PATH, { authorization: `Bearer ${tokens.jwtToken}` }));
const place = (change: Readonly<Record<string, unknown>> = {}) =>
  world.call<{ orderid: string; uniqueorderid: string }>("POST", `${ORDER}/placeOrder`, anOrder(change), { headers })
    .data;
const updates = (caller: Caller): Update[] => caller.texts().map((text) => JSON.parse(text));
const codes = (caller: Caller) => updates(caller).map((update) => update["order-status"]);
const states = (caller: Caller) =>
  updates(caller).map(({ orderData }) => [orderData["status"], orderData["orderstatus"]]);

describe("the order socket", () => {
  it("greets with AB00 and an empty record, and answers ping", () => {
    const caller = dial();
    const [greeting] = updates(caller);
    expect(greeting).toMatchObject({
      "user-id": world.bela.id,
      "status-code": "200",
      "order-status": "AB00",
      "error-message": "",
      orderData: { orderid: "", price: 0, quantity: "0", strikeprice: 0, lotsize: "0", filledshares: "" },
    });
    expect(Object.keys(greeting?.orderData ?? {})).toHaveLength(35);
    caller.send("ping");
    caller.send("anything");
    expect(caller.texts().slice(1)).toEqual(["pong"]);
  });

  it("refuses an unknown token with 401, an expired one with 403, a fourth connection with 429", () => {
    expect(world.dial(ORDER_UPDATE_PATH, { authorization: "Bearer none" })).toMatchObject({ status: 401 });
    expect(world.dial(ORDER_UPDATE_PATH, {})).toMatchObject({ status: 401 });
    const callers = [dial(), dial(), dial()];
    const again = () => world.dial(ORDER_UPDATE_PATH, { authorization: `Bearer ${tokens.jwtToken}` });
    expect(again()).toMatchObject({ status: 429 });
    callers[0]?.hangUp();
    expect(again()).toHaveProperty("frames");
    world.moveTo(at("00:00", TUESDAY));
    expect(again()).toMatchObject({ status: 403 });
    world.core.beat(world.now());
    expect(callers[1]?.closed).toHaveLength(1);
  });

  it("reports an order's full course", () => {
    const caller = dial();
    const { orderid, uniqueorderid } = place();
    const change = { ...anOrder({ price: "1084" }), orderid };
    world.call("POST", `${ORDER}/modifyOrder`, change, { headers });
    placeAt(world.exchange, "anil", "sell", { now: world.now().market, quantity: 4, pricing: limit(1_084) });
    world.call("POST", `${ORDER}/cancelOrder`, { variety: "NORMAL", orderid }, { headers });
    expect(codes(caller)).toEqual(["AB00", "AB09", "AB01", "AB11", "AB04", "AB01", "AB02"]);
    expect(states(caller).slice(1)).toEqual([
      ["open pending", "open pending"],
      ["open", "open"],
      ["modify pending", "open"],
      ["modified", "open"],
      ["open", "open"],
      ["cancelled", "cancelled"],
    ]);
    const partial = updates(caller)[5]?.orderData;
    expect(partial).toMatchObject({
      orderid,
      uniqueorderid,
      ordertag: "K7X2M9Q4W1E8R5T0Y3U6",
      filledshares: "4",
      unfilledshares: "6",
      averageprice: 1_084,
      fillid: expect.stringMatching(/^\d+$/),
    });
    expect(updates(caller)[6]?.orderData).toMatchObject({ filledshares: "4", cancelsize: "6" });
  });

  it("reports a refusal without an intermediate state", () => {
    const caller = dial();
    place({ price: "1083.01" });
    expect(codes(caller)).toEqual(["AB00", "AB03"]);
    expect(updates(caller)[1]?.orderData).toMatchObject({ status: "rejected", text: expect.stringContaining("tick") });
  });

  it("reports a waiting stop and a completed order", () => {
    const caller = dial();
    place({ variety: "STOPLOSS", ordertype: "STOPLOSS_LIMIT", triggerprice: "1090", price: "1091" });
    placeAt(world.exchange, "anil", "sell", { now: world.now().market, pricing: limit(1_083) });
    place();
    expect(codes(caller)).toEqual(["AB00", "AB09", "AB10", "AB09", "AB01", "AB05"]);
  });

  it("reports an open order as cancelled at the end of the day", () => {
    const caller = dial();
    place({ producttype: "DELIVERY" });
    world.moveTo(at("16:00"));
    expect(updates(caller).at(-1)).toMatchObject({ "order-status": "AB02", orderData: { orderstatus: "cancelled" } });
  });

  it("informs only the order's client, on all of its connections", () => {
    const other = world.open({ id: "B100002" });
    const { jwtToken } = world.login(other);
    const stranger = connected(world.dial(ORDER_UPDATE_PATH, { authorization: `Bearer ${jwtToken}` }));
    const [first, second] = [dial(), dial()];
    place();
    expect(codes(stranger)).toEqual(["AB00"]);
    expect(codes(first)).toEqual(["AB00", "AB09", "AB01"]);
    expect(codes(second)).toEqual(codes(first));
  });
});

describe("pushes under a fault", () => {
  it("are duplicated", () => {
    const caller = dial();
    world.faults.set("angelone", "duplicate-push");
    place();
    expect(codes(caller)).toEqual(["AB00", "AB09", "AB09", "AB01"]);
  });

  it("are reordered, and none is lost", () => {
    const caller = dial();
    world.faults.set("angelone", "reorder-push");
    place();
    expect(codes(caller)).toEqual(["AB00", "AB01", "AB09"]);
    world.faults.set("angelone", "reorder-push", 2);
    place();
    expect(codes(caller)).toHaveLength(3);
    world.core.beat(world.now());
    expect(codes(caller).slice(3)).toEqual(["AB09", "AB01"]);
  });
});

describe("postbacks", () => {
  it("contain the same record with the client's code, at the application's address", () => {
    world.clients.change(world.bela.id, { postbackUrl: "http://app.example/postback" });
    const { orderid } = place();
    expect(
      world.posted.map(({ url, body }) => [url, body["orderstatus"], body["orderid"], body["clientcode"]]),
    ).toEqual([
      ["http://app.example/postback", "open pending", orderid, world.bela.id],
      ["http://app.example/postback", "open", orderid, world.bela.id],
    ]);
  });

  it("are not sent without an address, nor for orders at other brokers", () => {
    place();
    placeAt(world.exchange, "anil", "sell", { now: world.now().market });
    expect(world.posted).toEqual([]);
  });
});
