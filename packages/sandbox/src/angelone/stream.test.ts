import { later, SECOND_MS } from "@vriddhi/core/time/clock";
import { beforeEach, describe, expect, it } from "vitest";
import { anExchange, at, TUESDAY } from "../exchange/exchange-fixture.ts";
import { type AngelWorld, anAngelWorld, connected, SECURE, type Tokens } from "./angelone-fixture.ts";
import { STREAM_PATH } from "./create-angelone.ts";

let world: AngelWorld;
let tokens: Tokens;
beforeEach(() => {
  world = anAngelWorld(anExchange());
  tokens = world.login();
});

const handshake = (change: Readonly<Record<string, string>> = {}) => ({
  authorization: tokens.jwtToken,
  "x-client-code": world.bela.id,
  "x-api-key": world.bela.app.key,
  "x-feed-token": tokens.feedToken,
  ...change,
});
const dial = () => connected(world.dial(STREAM_PATH, handshake()));
const request = (action: number, mode: number, names: readonly string[], exchangeType = 1) =>
  JSON.stringify({ correlationID: "abc123", action, params: { mode, tokenList: [{ exchangeType, tokens: names }] } });

const tokenIn = (packet: Buffer) => packet.toString("ascii", 2, 27).replaceAll("\0", "");
const priceIn = (packet: Buffer) => Number(packet.readBigInt64LE(43));

function live(time: string) {
  world.moveTo(at(time));
  world.core.beat(world.now());
}

describe("the handshake", () => {
  it("accepts the token with and without Bearer, and a browser's query", () => {
    expect(dial().frames).toEqual([]);
    connected(world.dial(STREAM_PATH, handshake({ authorization: `Bearer ${tokens.jwtToken}` })));
    const query = `clientCode=${world.bela.id}&feedToken=${tokens.feedToken}&apiKey=${world.bela.app.key}`;
    connected(world.dial(STREAM_PATH, {}, query));
  });

  it.each([
    ["authorization", "Invalid Header - Invalid Auth token"],
    ["x-client-code", "Invalid Header - Invalid Client Code"],
    ["x-api-key", "Invalid Header - Invalid API Key"],
    ["x-feed-token", "Invalid Header - Invalid Feed Token"],
  ])("refuses a wrong %s with 401 and the reason in a header", (name, message) => {
    expect(world.dial(STREAM_PATH, handshake({ [name]: "wrong" }))).toEqual({
      status: 401,
      headers: { "x-error-message": message },
      body: "",
    });
  });

  it.each(["clientCode=X", "feedToken=X", "apiKey=X"])("refuses a browser's query with %s", (wrong) => {
    const query = new URLSearchParams({
      clientCode: world.bela.id,
      feedToken: tokens.feedToken,
      apiKey: world.bela.app.key,
    });
    const [name = "", value = ""] = wrong.split("=");
    query.set(name, value);
    expect(world.dial(STREAM_PATH, {}, query.toString())).toMatchObject({ status: 401 });
  });

  it("allows a client three connections, and another when one is closed", () => {
    const first = dial();
    dial();
    dial();
    expect(world.dial(STREAM_PATH, handshake())).toMatchObject({ status: 429 });
    first.hangUp();
    dial();
    expect(world.dial("/elsewhere", handshake())).toMatchObject({ status: 404 });
  });
});

describe("a subscription", () => {
  it("delivers the market's state at once, then every change, in its mode only", () => {
    const caller = dial();
    caller.send(request(1, 1, ["3045"]));
    expect(caller.packets().map((packet) => [packet.length, tokenIn(packet), priceIn(packet)])).toEqual([
      [51, "3045", world.exchange.lastPrice("SBIN")],
    ]);
    live("10:01");
    const [, second] = caller.packets();
    expect(priceIn(second ?? Buffer.alloc(51))).toBe(world.exchange.lastPrice("SBIN"));
    expect(Number(second?.readBigInt64LE(27))).toBe(world.exchange.quote("SBIN").version);
    const before = caller.frames.length;
    world.core.beat(world.now());
    expect(caller.frames).toHaveLength(before);
  });

  it("counts each mode separately and ignores a repetition", () => {
    const caller = dial();
    for (const mode of [1, 2, 3, 4, 3]) caller.send(request(1, mode, ["3045", "3045"]));
    expect(caller.packets().map(({ length }) => length)).toEqual([51, 123, 379, 443]);
    live("10:01");
    expect(
      caller
        .packets()
        .slice(4)
        .map(({ length }) => length)
        .sort(),
    ).toEqual([123, 379, 443, 51]);
  });

  it("ends on request; an unknown one is ignored", () => {
    const caller = dial();
    caller.send(request(1, 1, ["3045", "2885"]));
    caller.send(request(0, 1, ["3045", "999"]));
    live("10:01");
    expect(caller.packets().slice(2).map(tokenIn)).toEqual(["2885"]);
    expect(caller.texts()).toEqual([]);
  });

  it("is silent for other exchanges and unknown tokens", () => {
    const caller = dial();
    caller.send(request(1, 1, ["1"]));
    caller.send(request(1, 1, ["3045"], 3));
    live("10:01");
    expect(caller.frames).toEqual([]);
  });

  it("is limited to a thousand; a request beyond it changes nothing", () => {
    const caller = dial();
    const many = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => String(100_000 + from + index));
    caller.send(request(1, 2, many(0, 999)));
    caller.send(request(1, 1, ["3045", "2885"]));
    expect(JSON.parse(caller.texts()[0] ?? "")).toEqual({
      correlationID: "abc123",
      errorCode: "E1002",
      errorMessage: "Invalid Request. Subscription Limit Exceeded",
    });
    expect(caller.packets()).toEqual([]);
    caller.send(request(1, 1, ["3045"]));
    expect(caller.packets()).toHaveLength(1);
  });

  it.each([
    "hello",
    "{}",
    "[]",
    request(2, 1, ["3045"]),
    request(1, 5, ["3045"]),
    request(1, 1, ["3045"], 6),
    request(1, 4, ["3045"], 3),
    request(1, 4, Array(51).fill("3045")),
    JSON.stringify({ action: 1, params: { mode: 1, tokenList: {} } }),
    JSON.stringify({ action: 1, params: { mode: 1, tokenList: [{ exchangeType: 1, tokens: [3045] }] } }),
    JSON.stringify({ action: 1, params: { mode: 1, tokenList: [null] } }),
  ])("is refused when malformed, and the others continue: %s", (text) => {
    const caller = dial();
    caller.send(request(1, 1, ["2885"]));
    caller.send(text);
    expect(JSON.parse(caller.texts()[0] ?? "")).toMatchObject({ errorCode: "E1001" });
    live("10:01");
    expect(caller.packets().map(tokenIn)).toEqual(["2885", "2885"]);
  });

  it("receives nothing while the feed is frozen, and the newest state afterwards", () => {
    const caller = dial();
    caller.send(request(1, 1, ["3045"]));
    world.exchange.freezeFeed("angelone", at("10:05"));
    live("10:01");
    caller.send(request(1, 1, ["2885"]));
    expect(caller.packets()).toHaveLength(1);
    live("10:06");
    expect(caller.packets().slice(1).map(tokenIn).sort()).toEqual(["2885", "3045"]);
  });
});

describe("a stream connection", () => {
  it("answers ping with pong, and is closed when it is silent for too long", () => {
    const caller = dial();
    world.wait(40 * SECOND_MS);
    caller.send("ping");
    expect(caller.texts()).toEqual(["pong"]);
    world.wait(40 * SECOND_MS);
    world.core.beat(world.now());
    expect(caller.closed).toEqual([]);
    world.wait(1);
    world.core.beat(world.now());
    expect(caller.closed).toEqual([{ code: 1008, reason: "no heartbeat" }]);
  });

  it("ends with its session: at midnight, at logout, at a reset", () => {
    const [first, second] = [dial(), dial()];
    const path = `${SECURE}/user/v1/logout`;
    world.call("POST", path, { clientcode: world.bela.id }, { headers: world.as(tokens) });
    world.core.beat(world.now());
    expect([first.closed.length, second.closed.length]).toEqual([1, 1]);
    tokens = world.login();
    const third = dial();
    third.send(request(1, 1, ["3045"]));
    world.moveTo(later(at("00:00", TUESDAY), -1));
    world.core.beat(world.now());
    expect(third.closed).toEqual([]);
    world.moveTo(at("00:00", TUESDAY));
    world.core.beat(world.now());
    expect(third.closed).toHaveLength(1);
    tokens = world.login();
    const fourth = dial();
    world.core.clear();
    expect(fourth.closed).toEqual([{ code: 1001, reason: undefined }]);
    expect(world.dial(STREAM_PATH, handshake())).toMatchObject({ status: 401 });
  });
});
