import { SECOND_MS } from "@vriddhi/core/time/clock";
import { describe, expect, it } from "vitest";
import { at, rs, TUESDAY } from "../exchange/exchange-fixture.ts";
import { tickFrame, tickPacket } from "./packets.ts";
import { type Kite, openKite, type TestSocket } from "./zerodha-fixture.ts";

const SBIN = 779_521;
const beats = (socket: TestSocket) =>
  socket.frames.filter((frame) => typeof frame !== "string" && frame.length === 1).length;

function aListener(kite: Kite): TestSocket {
  const socket = kite.dial(kite.logIn());
  socket.frames.length = 0;
  return socket;
}

function movePrice(kite: Kite, rupees: number): void {
  kite.exchange.scriptPrices("SBIN", [{ at: kite.now().market, price: rs(rupees) }]);
  kite.pass(2 * SECOND_MS);
  kite.beat();
}

const frameOf = (kite: Kite, mode: "ltp" | "quote" | "full") =>
  tickFrame([tickPacket(SBIN, kite.exchange.quote("SBIN"), mode)]);

describe("the ticker's handshake", () => {
  it("sends a heartbeat and a text that clients ignore", () => {
    const kite = openKite();
    const socket = kite.dial(kite.logIn());
    expect(socket.frames[0]).toEqual(new Uint8Array(1));
    expect(socket.texts()).toMatchObject([{ type: "instruments_meta" }]);
  });

  it("is refused with 403 for an unknown token", () => {
    const kite = openKite();
    expect(kite.dial("wrong").refusal).toMatchObject({
      status: 403,
      body: expect.stringContaining("TokenException"),
    });
    expect(kite.dial(kite.logIn(), kite.asha).refusal).toMatchObject({ status: 403 });
  });

  it("is refused for a fourth socket until one of three is closed", () => {
    const kite = openKite();
    const token = kite.logIn();
    const [first] = [kite.dial(token), kite.dial(token), kite.dial(token)];
    expect(kite.dial(token).refusal).toMatchObject({ status: 429 });
    first.line?.closed();
    expect(kite.dial(token).refusal).toBeNull();
  });
});

describe("a subscription", () => {
  it("gives quotes by default, at once and after every change", () => {
    const kite = openKite({ settings: {} });
    const socket = aListener(kite);
    socket.say({ a: "subscribe", v: [SBIN] });
    expect(socket.ticks()).toEqual([frameOf(kite, "quote")]);
    movePrice(kite, 1_090);
    expect(socket.ticks().at(-1)).toEqual(frameOf(kite, "quote"));
    expect(socket.ticks()).toHaveLength(2);
  });

  it("changes its mode, keeps it on resubscription, and ends", () => {
    const kite = openKite({ settings: {} });
    const socket = aListener(kite);
    socket.say({ a: "mode", v: ["full", [SBIN]] });
    expect(socket.ticks()).toEqual([frameOf(kite, "full")]);
    socket.say({ a: "subscribe", v: [String(SBIN)] });
    expect(socket.ticks().at(-1)).toEqual(frameOf(kite, "full"));
    socket.say({ a: "mode", v: ["ltp", [SBIN]] });
    expect(socket.ticks().at(-1)).toEqual(frameOf(kite, "ltp"));
    socket.say({ a: "unsubscribe", v: [SBIN] });
    const count = socket.ticks().length;
    movePrice(kite, 1_091);
    expect(socket.ticks()).toHaveLength(count);
  });

  it("puts all changes into one frame", () => {
    const kite = openKite({ settings: {} });
    const reliance = kite.exchange.instrument("RELIANCE")?.tokens.kiteInstrument ?? 0;
    const socket = aListener(kite);
    socket.say({ a: "mode", v: ["ltp", [SBIN, reliance]] });
    expect(socket.ticks()).toHaveLength(1);
    expect(socket.ticks()[0]).toHaveLength(2 + 2 * (2 + 8));
  });

  it("is silent while the feed is frozen, and sends the newest state afterwards", () => {
    const kite = openKite({ settings: {} });
    const socket = aListener(kite);
    socket.say({ a: "subscribe", v: [SBIN] });
    kite.exchange.freezeFeed("zerodha", at("09:30"));
    const count = socket.ticks().length;
    movePrice(kite, 1_092);
    socket.say({ a: "subscribe", v: [SBIN] });
    expect(socket.ticks()).toHaveLength(count);
    kite.toMarket(at("09:31"));
    kite.beat();
    expect(socket.ticks().at(-1)).toEqual(frameOf(kite, "quote"));
  });

  it("is limited to three thousand instruments", () => {
    const kite = openKite();
    const socket = aListener(kite);
    const tokens = Array.from({ length: 3_000 }, (_, index) => index * 256 + 1);
    socket.say({ a: "subscribe", v: tokens });
    expect(socket.texts()).toEqual([]);
    socket.say({ a: "subscribe", v: [999_999_937] });
    expect(socket.texts()).toMatchObject([{ type: "error" }]);
    socket.say({ a: "subscribe", v: tokens.slice(0, 5) });
    expect(socket.texts()).toHaveLength(1);
  });

  it.each([
    "{",
    "[]",
    "1",
    '{"a":"subscribe"}',
    '{"a":"mode","v":["loud",[1]]}',
    '{"a":"mode","v":["full"]}',
    '{"a":"dance","v":[1]}',
  ])("of %s is answered with an error", (text) => {
    const socket = aListener(openKite());
    socket.say(text);
    expect(socket.texts()).toEqual([{ type: "error", data: "Invalid message" }]);
  });
});

describe("the socket", () => {
  it("sends a heartbeat every second of the human clock, however the market's clock runs", () => {
    const kite = openKite();
    const socket = aListener(kite);
    kite.pass(999);
    kite.beat();
    expect(beats(socket)).toBe(0);
    kite.pass(1);
    kite.beat();
    expect(beats(socket)).toBe(1);
    kite.toMarket(at("10:00"));
    kite.beat();
    expect(beats(socket)).toBe(1);
  });

  it("is closed when its session ends", () => {
    const kite = openKite();
    const socket = aListener(kite);
    kite.toMarket(at("05:59", TUESDAY));
    kite.beat();
    expect(socket.isClosed).toBe(false);
    kite.toMarket(at("06:00", TUESDAY));
    kite.beat();
    expect(socket.isClosed).toBe(true);
  });

  it("is closed on reset", () => {
    const kite = openKite();
    const socket = aListener(kite);
    kite.core.clear();
    expect(socket.isClosed).toBe(true);
  });
});
