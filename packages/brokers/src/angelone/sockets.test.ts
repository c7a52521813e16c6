import { createSeededRandom } from "@vriddhi/core/shared/random";
import { epochMs } from "@vriddhi/core/time/clock";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { describe, expect, it } from "vitest";
import type { FeedState, OrderHint, Tick } from "../port/feed.ts";
import type { AccountAccess } from "../port/order-gateway.ts";
import type { Dial, DialEvents, DialTarget, SocketFrame } from "../transport/dial.ts";
import { createVirtualTimers } from "../transport/virtual-timers-fixture.ts";
import { aRow } from "./angelone-fixture.ts";
import { createAngelOneUpdates, readUpdate } from "./order-update.ts";
import { createAngelOneQuotes } from "./stream.ts";

const access: AccountAccess = {
  session: {
    clientId: "A123456",
    appKey: "key",
    accessToken: "jwt",
    refreshToken: null,
    feedToken: "feed",
    issuedAt: epochMs(0),
    expiresAt: epochMs(1),
  },
  egress: { localAddress: null, proxyUrl: null },
  algoId: null,
};
const source = () => Promise.resolve(access);

function aWire() {
  const clock = createVirtualClock();
  const timers = createVirtualTimers(clock);
  const dialled: { readonly target: DialTarget; readonly events: DialEvents; readonly sent: SocketFrame[] }[] = [];
  const dial: Dial = (target, events) => {
    const sent: SocketFrame[] = [];
    dialled.push({ target, events, sent });
    return { send: (frame) => sent.push(frame), close: () => events.closed(null) };
  };
  const states: FeedState[] = [];
  const connect = async () => {
    await timers.settle();
    const made = dialled.at(-1);
    if (made === undefined) throw new Error("the socket was not dialled");
    made.events.opened();
    return made;
  };
  return { timers, states, dialled, connect, deps: { timers, clock, random: createSeededRandom(1), dial } };
}

function tickOf(token: string): Uint8Array {
  const bytes = Buffer.alloc(51);
  bytes.writeUInt8(1, 0);
  bytes.writeUInt8(1, 1);
  bytes.write(token, 2, 25, "ascii");
  bytes.writeBigInt64LE(108_335n, 43);
  return bytes;
}

const subscription = (action: 0 | 1, ...tokens: readonly string[]) =>
  JSON.stringify({
    correlationID: "quotes",
    action,
    params: { mode: 3, tokenList: [{ exchangeType: 1, tokens }] },
  });

const pushed = (code: string, row: object = aRow, status: unknown = "200") =>
  JSON.stringify({
    "user-id": "A123456",
    "status-code": status,
    "order-status": code,
    "error-message": "",
    orderData: row,
  });
const HELLO = pushed("AB00", { orderid: "", quantity: "0" });

describe("Angel One's market stream", () => {
  function aFeed() {
    const wire = aWire();
    const ticks: Tick[] = [];
    const feed = createAngelOneQuotes(wire.deps, "wss://stream").open(source, {
      state: (state) => wire.states.push(state),
      ticks: (came) => ticks.push(...came),
    });
    return { ...wire, feed, ticks };
  }

  it("sends its four headers and subscribes as soon as it is open", async () => {
    const { feed, connect } = aFeed();
    feed.subscribe(["3045", "22"]);
    const { target, sent } = await connect();
    expect(target).toEqual({
      url: "wss://stream",
      headers: {
        authorization: "Bearer jwt",
        "x-api-key": "key",
        "x-client-code": "A123456",
        "x-feed-token": "feed",
      },
    });
    expect(sent).toEqual([subscription(1, "3045", "22")]);
  });

  it("sends only subscription changes, and every subscription again after a reconnect", async () => {
    const { feed, connect, timers, states } = aFeed();
    feed.subscribe(["1", "2"]);
    const first = await connect();
    feed.subscribe(["2", "3"]);
    expect(first.sent).toEqual([subscription(1, "1", "2"), subscription(0, "1"), subscription(1, "3")]);
    first.events.closed(null);
    await timers.advance(1_000);
    expect((await connect()).sent).toEqual([subscription(1, "2", "3")]);
    expect(states).toEqual(["connecting", "open", "waiting", "connecting", "open"]);
  });

  it("subscribes in parts, up to the limit of a stream", async () => {
    const { feed, connect } = aFeed();
    const tokens = Array.from({ length: 1_000 }, (_, n) => String(n + 1));
    feed.subscribe(tokens);
    const { sent } = await connect();
    expect(sent).toHaveLength(5);
    expect(sent[4]).toBe(subscription(1, ...tokens.slice(800)));
    expect(() => feed.subscribe([...tokens, "1001"])).toThrow();
  });

  it("forwards ticks of subscribed tokens and ignores pongs, error messages and invalid frames", async () => {
    const { feed, connect, ticks } = aFeed();
    feed.subscribe(["3045"]);
    const { events } = await connect();
    const frames = ["pong", '{"correlationID":"quotes","errorCode":"E1002"}', tickOf("9"), Buffer.from([1, 2])];
    for (const frame of [...frames, tickOf("3045")]) events.received(frame);
    expect(ticks).toMatchObject([{ token: "3045", lastPrice: 108_335 }]);
  });

  it("pings every ten seconds and closes a connection that is silent for twenty", async () => {
    const { connect, timers, states } = aFeed();
    const { sent, events } = await connect();
    for (let beat = 0; beat < 3; beat++) {
      await timers.advance(10_000);
      events.received("pong");
    }
    expect(sent).toEqual(["ping", "ping", "ping"]);
    await timers.advance(19_999);
    expect(states.at(-1)).toBe("open");
    await timers.advance(1);
    expect(states.at(-1)).toBe("waiting");
  });
});

describe("Angel One's order socket", () => {
  function aFeed() {
    const wire = aWire();
    const orders: OrderHint[] = [];
    const feed = createAngelOneUpdates(wire.deps, "wss://orders").open(source, {
      state: (state) => wire.states.push(state),
      hint: (hint) => orders.push(hint),
    });
    return { ...wire, feed, orders };
  }

  it("is open when Angel One confirms it, and not before", async () => {
    const { connect, states } = aFeed();
    const { events, target } = await connect();
    expect(target.headers).toMatchObject({ authorization: "Bearer jwt" });
    expect(states).toEqual(["connecting"]);
    events.received(HELLO);
    expect(states).toEqual(["connecting", "open"]);
  });

  it("forwards only orders, also before the greeting", async () => {
    const { connect, states, orders } = aFeed();
    const { events } = await connect();
    events.received(pushed("AB09", { ...aRow, orderstatus: "open pending" }));
    for (const noise of [HELLO, "pong", "{", pushed("AB01", { ...aRow, orderid: "" }), Buffer.from([0])])
      events.received(noise);
    events.received(pushed("AB05", { ...aRow, orderstatus: "complete", filledshares: "10", unfilledshares: "0" }));
    expect(states).toEqual(["connecting", "open"]);
    expect(orders).toMatchObject([
      { orderId: "261113000000123", tag: "VRIDDHI00000001", status: "pending" },
      { status: "filled", filledQuantity: 10 },
    ]);
  });

  it.each(["401", "403", 401])("stops reconnecting after a frame with %j", async (status) => {
    const { connect, states, timers, dialled } = aFeed();
    const { events } = await connect();
    events.received(pushed("AB00", {}, status));
    await timers.advance(120_000);
    expect(states).toEqual(["connecting", "refused"]);
    expect(dialled).toHaveLength(1);
  });

  it("waits for the greeting again after a break", async () => {
    const { connect, states, timers } = aFeed();
    (await connect()).events.received(HELLO);
    (await connect()).events.closed(null);
    await timers.advance(1_000);
    const { events } = await connect();
    expect(states.at(-1)).toBe("connecting");
    events.received(HELLO);
    expect(states.at(-1)).toBe("open");
  });

  it("closes a connection without a greeting", async () => {
    const { connect, states, timers } = aFeed();
    await connect();
    await timers.advance(20_000);
    expect(states.at(-1)).toBe("waiting");
  });

  it("forwards a hint also from a mostly unreadable record, and reads numbers as text", () => {
    const sparse = { orderid: 201_020_000_000_080, filledshares: "?", ordertag: null };
    expect(readUpdate(pushed("AB01", sparse))).toEqual({
      kind: "order",
      hint: { orderId: "201020000000080", tag: null, status: "open", filledQuantity: null },
    });
  });

  it("takes the status from the message's code when the record has none", () => {
    const silent = { ...aRow, status: "", orderstatus: "" };
    expect(readUpdate(pushed("AB03", silent))).toMatchObject({ kind: "order", hint: { status: "rejected" } });
    expect(readUpdate(pushed("AB10", silent))).toMatchObject({ hint: { status: "trigger_pending" } });
  });
});
