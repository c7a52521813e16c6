import { createSeededRandom } from "@vriddhi/core/shared/random";
import { epochMs } from "@vriddhi/core/time/clock";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { describe, expect, it } from "vitest";
import type { OrderHint, Tick } from "../port/feed.ts";
import type { AccountAccess } from "../port/order-gateway.ts";
import type { DialEvents } from "../transport/dial.ts";
import { createVirtualTimers } from "../transport/virtual-timers-fixture.ts";
import { createZerodhaQuotes, createZerodhaUpdates } from "./ticker.ts";

const access: AccountAccess = {
  session: {
    clientId: "AB1234",
    appKey: "key",
    accessToken: "to&ken",
    refreshToken: null,
    feedToken: null,
    issuedAt: epochMs(0),
    expiresAt: epochMs(1),
  },
  egress: { localAddress: null, proxyUrl: null },
  algoId: null,
};

function aWire() {
  const clock = createVirtualClock();
  const timers = createVirtualTimers(clock);
  const dialled: { readonly url: string; readonly events: DialEvents; readonly sent: unknown[] }[] = [];
  const deps = {
    timers,
    clock,
    random: createSeededRandom(1),
    dial: ({ url }: { readonly url: string }, events: DialEvents) => {
      const sent: unknown[] = [];
      dialled.push({ url, events, sent });
      return { send: (frame: string | Uint8Array) => sent.push(JSON.parse(String(frame))), close: () => {} };
    },
  };
  const last = () => {
    const made = dialled.at(-1);
    if (made === undefined) throw new Error("the socket was not dialled");
    return made;
  };
  const connect = async () => {
    await timers.settle();
    last().events.opened();
    return last();
  };
  return { deps, timers, last, connect };
}

const source = () => Promise.resolve(access);

describe("Kite's ticker for quotes", () => {
  async function aFeed() {
    const wire = aWire();
    const ticks: Tick[] = [];
    const listener = { state: () => {}, ticks: (came: readonly Tick[]) => ticks.push(...came) };
    const feed = createZerodhaQuotes(wire.deps, "ws://kite").open(source, listener);
    return { ...wire, feed, ticks };
  }

  it("connects with key and token in the address, escaped", async () => {
    const { connect } = await aFeed();
    expect((await connect()).url).toBe("ws://kite/?api_key=key&access_token=to%26ken");
  });

  it("subscribes in full mode to what is new, and unsubscribes from the rest", async () => {
    const { connect, feed } = await aFeed();
    feed.subscribe(["1", "2"]);
    const { sent } = await connect();
    expect(sent.splice(0)).toEqual([
      { a: "subscribe", v: [1, 2] },
      { a: "mode", v: ["full", [1, 2]] },
    ]);
    feed.subscribe(["2", "3"]);
    expect(sent.splice(0)).toEqual([
      { a: "unsubscribe", v: [1] },
      { a: "subscribe", v: [3] },
      { a: "mode", v: ["full", [3]] },
    ]);
    feed.subscribe(["3", "2"]);
    expect(sent).toEqual([]);
  });

  it("subscribes again after a reconnect", async () => {
    const { connect, feed, last, timers } = await aFeed();
    feed.subscribe(["1"]);
    await connect();
    feed.subscribe(["1", "7"]);
    last().events.closed(null);
    await timers.advance(500);
    expect((await connect()).sent).toEqual([
      { a: "subscribe", v: [1, 7] },
      { a: "mode", v: ["full", [1, 7]] },
    ]);
  });

  it("sends long lists in parts, up to the limit of a ticker", async () => {
    const { connect, feed } = await aFeed();
    const { sent } = await connect();
    feed.subscribe(Array.from({ length: 1_200 }, (_, n) => String(n + 1)));
    const subscribed = sent.filter((message) => (message as { a: string }).a === "subscribe") as { v: number[] }[];
    expect(subscribed.map(({ v }) => v.length)).toEqual([500, 500, 200]);
    expect(new Set(subscribed.flatMap(({ v }) => v)).size).toBe(1_200);
    const tooMany = Array.from({ length: 3_001 }, (_, n) => String(n));
    expect(() => feed.subscribe(tooMany)).toThrow("3000");
  });

  it("reads ticks from binary frames, and none from heartbeats and text frames", async () => {
    const { connect, ticks } = await aFeed();
    const { events } = await connect();
    events.received(Buffer.from([0]));
    events.received('{"type":"message","data":"hello"}');
    events.received(Buffer.from([0, 1, 0, 8, 0, 0, 1, 1, 0, 0, 0, 9]));
    expect(ticks).toEqual([{ token: "257", lastPrice: 9, volume: null, bid: null, ask: null, at: null }]);
  });
});

describe("Kite's ticker for orders", () => {
  it("reads orders among noise without subscribing", async () => {
    const wire = aWire();
    const orders: OrderHint[] = [];
    const listener = { state: () => {}, hint: (hint: OrderHint) => orders.push(hint) };
    createZerodhaUpdates(wire.deps, "ws://kite").open(source, listener);
    const { events, sent } = await wire.connect();
    const data = {
      order_id: "261116000000001",
      status: "COMPLETE",
      exchange: "NSE",
      tradingsymbol: "SBIN",
      transaction_type: "BUY",
      product: "MIS",
      quantity: 10,
      filled_quantity: 10,
      unfilled_quantity: 0,
      price: 1_083,
      trigger_price: 0,
      average_price: 1_082.95,
      tag: "VRIDDHI00000001",
    };
    const noise = [
      "",
      "hello",
      "null",
      "[]",
      '{"type":"order"}',
      '{"type":"order","data":{}}',
      '{"type":"error","data":"x"}',
    ];
    for (const text of noise) events.received(text);
    events.received(Buffer.from(JSON.stringify({ type: "order", data })));
    expect(orders).toEqual([]);
    events.received(JSON.stringify({ type: "order", data }));
    expect(orders).toMatchObject([
      { orderId: "261116000000001", tag: "VRIDDHI00000001", status: "filled", filledQuantity: 10 },
    ]);
    expect(sent).toEqual([]);
  });
});
