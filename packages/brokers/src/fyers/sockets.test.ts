import { createSeededRandom } from "@vriddhi/core/shared/random";
import { epochMs } from "@vriddhi/core/time/clock";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { describe, expect, it } from "vitest";
import type { FeedState, Tick } from "../port/feed.ts";
import type { AccountAccess } from "../port/order-gateway.ts";
import type { Dial, DialEvents, DialTarget, SocketFrame } from "../transport/dial.ts";
import { createVirtualTimers } from "../transport/virtual-timers-fixture.ts";
import { createFyersQuotes, topicOf } from "./data-socket.ts";
import { ackFrame, authFrame, fullModeFrame, resumeFrame, subscribeFrame, unsubscribeFrame } from "./hsm-frames.ts";
import { createFyersUpdates } from "./order-socket.ts";

const accessWith = (feedToken: string | null): AccountAccess => ({
  session: {
    clientId: "XY00001",
    appKey: "APP-100",
    accessToken: "token",
    refreshToken: null,
    feedToken,
    issuedAt: epochMs(0),
    expiresAt: epochMs(1),
  },
  egress: { localAddress: null, proxyUrl: null },
  algoId: null,
});

/** The server side of every connection. */
function aServer() {
  const clock = createVirtualClock();
  const timers = createVirtualTimers(clock);
  const made: { target: DialTarget; events: DialEvents; sent: SocketFrame[] }[] = [];
  const dial: Dial = (target, events) => {
    const sent: SocketFrame[] = [];
    made.push({ target, events, sent });
    return { send: (frame) => sent.push(frame), close: () => events.closed(null) };
  };
  const last = () => {
    const found = made.at(-1);
    if (found === undefined) throw new Error("the socket was not dialled");
    return found;
  };
  const connect = async () => {
    await timers.settle();
    last().events.opened();
  };
  return { timers, dial, made, last, connect, deps: { timers, clock, dial, random: createSeededRandom(3) } };
}

const K = Buffer.from([0, 6, 1, 1, 1, 0, 1, 75]);
const N = Buffer.from([0, 6, 1, 1, 1, 0, 1, 78]);
const letInAckingEvery = (count: number) => Buffer.from([0, 13, 1, 2, 1, 0, 1, 75, 2, 0, 4, 0, 0, 0, count]);
const SBIN = "10100000003045";
const ACC = "101000000022";

function priceOf(topic: string, price: number, messageNumber = 1): Buffer {
  const number = Buffer.alloc(4);
  number.writeUInt32BE(messageNumber);
  const value = Buffer.alloc(4);
  value.writeInt32BE(price);
  const name = Buffer.from(topic, "latin1");
  const record = [83, 0, 1, name.length, ...name, 1, ...value, 0, 0, 0, 1, 2, 0, 0, 0];
  return Buffer.from([0, 0, 6, ...number, 0, 1, ...record]);
}

function openQuotes(access: AccountAccess | null = accessWith("key")) {
  const server = aServer();
  const states: FeedState[] = [];
  const ticks: Tick[] = [];
  const feed = createFyersQuotes(server.deps, "ws://fyers").open(() => Promise.resolve(access), {
    state: (state) => states.push(state),
    ticks: (came) => ticks.push(...came),
  });
  return { ...server, states, ticks, feed };
}

describe("Fyers' data socket", () => {
  it("sends its key, waits for acceptance, then subscribes", async () => {
    const { feed, connect, last, states } = openQuotes();
    feed.subscribe([SBIN]);
    await connect();
    expect(last().target).toEqual({ url: "ws://fyers/hsm/v1-5/prod" });
    expect(last().sent).toEqual([authFrame("key")]);
    expect(states).toEqual(["connecting"]);
    last().events.received(K);
    expect(states.at(-1)).toBe("open");
    expect(last().sent.slice(1)).toEqual([fullModeFrame(), subscribeFrame(["sf|nse_cm|3045"]), resumeFrame()]);
  });

  it("sends only subscription changes, and ignores unsubscribed topics", async () => {
    const { feed, connect, last, ticks } = openQuotes();
    feed.subscribe([SBIN]);
    await connect();
    last().events.received(K);
    last().sent.length = 0;
    feed.subscribe([SBIN, ACC]);
    feed.subscribe([ACC]);
    expect(last().sent).toEqual([subscribeFrame(["sf|nse_cm|22"]), unsubscribeFrame(["sf|nse_cm|3045"])]);
    last().events.received(priceOf("sf|nse_cm|3045", 1));
    last().events.received(priceOf("sf|nse_cm|22", 133_000));
    expect(ticks).toMatchObject([{ token: ACC, lastPrice: 133_000 }]);
  });

  it("stops reconnecting when the key is refused or missing, and without a session", async () => {
    const refused = openQuotes();
    await refused.connect();
    refused.last().events.received(N);
    expect(refused.states.at(-1)).toBe("refused");
    const keyless = openQuotes(accessWith(null));
    await keyless.connect();
    expect(keyless.states.at(-1)).toBe("refused");
    const loggedOut = openQuotes(null);
    await loggedOut.timers.settle();
    expect(loggedOut.states.at(-1)).toBe("refused");
    await refused.timers.advance(600_000);
    expect(refused.made).toHaveLength(1);
  });

  it("stops reconnecting after an error about its key, not after one about a subscription", async () => {
    const errorFrame = (about: number) => {
      const words = Buffer.from("no", "utf8");
      const fields = [1, 0, 4, 255, 255, 255, 0, 2, 0, words.length, ...words, 3, 0, 1, about];
      return Buffer.from([0, fields.length + 2, 51, 3, ...fields]);
    };
    const refused = openQuotes();
    await refused.connect();
    refused.last().events.received(errorFrame(1));
    expect(refused.states.at(-1)).toBe("refused");
    await refused.timers.advance(600_000);
    expect(refused.made).toHaveLength(1);
    const open = openQuotes();
    await open.connect();
    open.last().events.received(K);
    open.last().events.received(errorFrame(4));
    open.last().events.received(Buffer.from([0, 9, 51, 3, 1]));
    expect(open.states.at(-1)).toBe("open");
  });

  it("counts unreadable records", async () => {
    const dropped: number[] = [];
    const server = aServer();
    const feed = createFyersQuotes(server.deps, "ws://fyers").open(() => Promise.resolve(accessWith("key")), {
      state: () => {},
      ticks: () => {},
      dropped: (packets) => dropped.push(packets),
    });
    feed.subscribe([SBIN]);
    await server.connect();
    server.last().events.received(K);
    server.last().events.received(Buffer.from([0, 0, 6, 0, 0, 0, 1, 0, 3, 99]));
    expect(dropped).toEqual([3]);
  });

  it("acknowledges exactly as often as requested", async () => {
    const quotes = openQuotes();
    quotes.feed.subscribe([SBIN]);
    await quotes.connect();
    quotes.last().events.received(letInAckingEvery(2));
    quotes.last().sent.length = 0;
    for (const number of [41, 42, 43, 44]) quotes.last().events.received(priceOf("sf|nse_cm|3045", 5, number));
    expect(quotes.last().sent).toEqual([ackFrame(42), ackFrame(44)]);

    const silent = openQuotes();
    await silent.connect();
    silent.last().events.received(K);
    silent.last().sent.length = 0;
    for (const number of [1, 2, 3]) silent.last().events.received(priceOf("sf|nse_cm|3045", 5, number));
    expect(silent.last().sent).toEqual([]);
  });

  it("pings in a quiet market, and closes a connection that does not answer", async () => {
    const { connect, last, timers, states } = openQuotes();
    await connect();
    last().events.received(K);
    last().sent.length = 0;
    for (let minute = 0; minute < 6; minute++) {
      await timers.advance(10_000);
      last().events.received(Buffer.from([0, 6, 12, 1, 1, 0, 1, 75]));
    }
    expect(last().sent).toEqual(Array.from({ length: 6 }, () => fullModeFrame()));
    expect(states.at(-1)).toBe("open");
    await timers.advance(35_000);
    expect(states.at(-1)).toBe("waiting");
  });

  it("discards the old connection's numbers after a reconnect and subscribes again", async () => {
    const { feed, connect, last, timers, made, ticks, states } = openQuotes();
    feed.subscribe([SBIN]);
    await connect();
    last().events.received(K);
    last().events.received(priceOf("sf|nse_cm|3045", 108_335));
    last().events.closed(null);
    await timers.advance(1_000);
    await connect();
    expect(made).toHaveLength(2);
    last().events.received(K);
    expect(last().sent).toContainEqual(subscribeFrame(["sf|nse_cm|3045"]));
    last().events.received(Buffer.from([0, 0, 6, 0, 0, 0, 1, 0, 1, 76, 0, 1, 0, 0, 0, 9]));
    expect(ticks).toHaveLength(1);
    expect(states.at(-1)).toBe("open");
  });

  it("names topics by segment and the exchange's number", () => {
    expect(topicOf(SBIN)).toBe("sf|nse_cm|3045");
    expect(topicOf("1210000000500112")).toBe("sf|bse_cm|500112");
    expect(topicOf("101126112635001")).toBe("sf|nse_fo|35001");
    for (const none of ["", "3045", "99990000003045", "NSE:SBIN-EQ"]) expect(() => topicOf(none)).toThrow();
  });
});

const order = {
  id: "26111600000012",
  qty: 10,
  qty_remaining: 10,
  qty_filled: 0,
  price_limit: 820.35,
  price_stop: 0,
  price_traded: 0,
  ord_type: 1,
  symbol: "NSE:SBIN-EQ",
  time_oms: "16-Nov-2026 09:20:01",
  product_type: "INTRADAY",
  tran_side: 1,
  ord_status: 61,
  ordertag: "1:VRIDDHI00000001",
};
const SUBSCRIBED = JSON.stringify({ code: 1605, message: "Successfully subscribed", s: "ok" });

function openUpdates() {
  const server = aServer();
  const states: FeedState[] = [];
  const orders: string[] = [];
  createFyersUpdates(server.deps, "ws://fyers").open(() => Promise.resolve(accessWith(null)), {
    state: (state) => states.push(state),
    hint: ({ orderId, status }) => orders.push(`${orderId} ${status}`),
  });
  return { ...server, states, orders };
}

describe("Fyers' order socket", () => {
  it("sends app and token in the handshake, and is open once it is subscribed", async () => {
    const { connect, last, states } = openUpdates();
    await connect();
    expect(last().target).toEqual({ url: "ws://fyers/trade/v3", headers: { authorization: "APP-100:token" } });
    expect(last().sent).toEqual(['{"T":"SUB_ORD","SLIST":["orders"],"SUB_T":1}']);
    expect(states.at(-1)).toBe("connecting");
    last().events.received(SUBSCRIBED);
    last().events.received(SUBSCRIBED);
    expect(states).toEqual(["connecting", "open"]);
  });

  it("pings every second, and closes a connection that does not answer", async () => {
    const { connect, last, states, timers } = openUpdates();
    await connect();
    last().events.received(SUBSCRIBED);
    last().sent.length = 0;
    for (let second = 0; second < 20; second++) {
      await timers.advance(1_000);
      last().events.received("pong");
    }
    expect(last().sent).toEqual(Array.from({ length: 20 }, () => "ping"));
    expect(states.at(-1)).toBe("open");
    await timers.advance(10_000);
    expect(states.at(-1)).toBe("waiting");
  });

  it("forwards only orders, as text or bytes", async () => {
    const { connect, last, orders } = openUpdates();
    await connect();
    last().events.received(JSON.stringify({ orders: order, s: "ok" }));
    last().events.received(Buffer.from(JSON.stringify({ orders: { ...order, ord_status: 90, qty_filled: 10 } })));
    for (const noise of ["pong", "", "{", "null", '{"trades":{"id":"1"},"s":"ok"}', '{"orders":{"qty":1},"s":"ok"}'])
      last().events.received(noise);
    expect(orders).toEqual(["26111600000012 open", "26111600000012 filled"]);
  });

  it("stops reconnecting when the session has ended, in the handshake or inside", async () => {
    const inside = openUpdates();
    await inside.connect();
    inside.last().events.received(JSON.stringify({ s: "error", code: -16, message: "Could not authenticate" }));
    expect(inside.states.at(-1)).toBe("refused");
    const handshake = openUpdates();
    await handshake.timers.settle();
    handshake.last().events.closed(401);
    expect(handshake.states.at(-1)).toBe("refused");
  });

  it("retries when the subscription is refused for another reason", async () => {
    const { connect, last, states, timers } = openUpdates();
    await connect();
    last().events.received(JSON.stringify({ s: "error", code: -1600, message: "Invalid input" }));
    expect(states.at(-1)).toBe("connecting");
    await timers.advance(10_000);
    expect(states.at(-1)).toBe("waiting");
  });
});
