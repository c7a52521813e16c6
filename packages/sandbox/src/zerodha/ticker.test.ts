import { SECOND_MS } from "@vriddhi/core/time/clock";
import { describe, expect, it } from "vitest";
import { at, rs, TUESDAY } from "../exchange/exchange-fixture.ts";
import { tickFrame, tickPacket } from "./packets.ts";
import { aKiosk, type Kiosk, type TestSocket } from "./zerodha-fixture.ts";

const SBIN = 779_521;
const beats = (socket: TestSocket) =>
  socket.frames.filter((frame) => typeof frame !== "string" && frame.length === 1).length;

function aListener(kiosk: Kiosk): TestSocket {
  const socket = kiosk.dial(kiosk.logIn());
  socket.frames.length = 0;
  return socket;
}

function movePrice(kiosk: Kiosk, rupees: number): void {
  kiosk.exchange.scriptPrices("SBIN", [{ at: kiosk.now().market, price: rs(rupees) }]);
  kiosk.pass(2 * SECOND_MS);
  kiosk.beat();
}

const frameOf = (kiosk: Kiosk, mode: "ltp" | "quote" | "full") =>
  tickFrame([tickPacket(SBIN, kiosk.exchange.quote("SBIN"), mode)]);

describe("the ticker's handshake", () => {
  it("sends a heartbeat and a text that clients ignore", () => {
    const kiosk = aKiosk();
    const socket = kiosk.dial(kiosk.logIn());
    expect(socket.frames[0]).toEqual(new Uint8Array(1));
    expect(socket.texts()).toMatchObject([{ type: "instruments_meta" }]);
  });

  it("is refused with 403 for an unknown token", () => {
    const kiosk = aKiosk();
    expect(kiosk.dial("wrong").refusal).toMatchObject({ status: 403, body: expect.stringContaining("TokenException") });
    expect(kiosk.dial(kiosk.logIn(), kiosk.asha).refusal).toMatchObject({ status: 403 });
  });

  it("is refused for a fourth socket until one of three is closed", () => {
    const kiosk = aKiosk();
    const token = kiosk.logIn();
    const [first] = [kiosk.dial(token), kiosk.dial(token), kiosk.dial(token)];
    expect(kiosk.dial(token).refusal).toMatchObject({ status: 429 });
    first.line?.closed();
    expect(kiosk.dial(token).refusal).toBeNull();
  });
});

describe("a subscription", () => {
  it("gives quotes by default, at once and after every change", () => {
    const kiosk = aKiosk({ settings: {} });
    const socket = aListener(kiosk);
    socket.say({ a: "subscribe", v: [SBIN] });
    expect(socket.ticks()).toEqual([frameOf(kiosk, "quote")]);
    movePrice(kiosk, 1_090);
    expect(socket.ticks().at(-1)).toEqual(frameOf(kiosk, "quote"));
    expect(socket.ticks()).toHaveLength(2);
  });

  it("changes its mode, keeps it on resubscription, and ends", () => {
    const kiosk = aKiosk({ settings: {} });
    const socket = aListener(kiosk);
    socket.say({ a: "mode", v: ["full", [SBIN]] });
    expect(socket.ticks()).toEqual([frameOf(kiosk, "full")]);
    socket.say({ a: "subscribe", v: [String(SBIN)] });
    expect(socket.ticks().at(-1)).toEqual(frameOf(kiosk, "full"));
    socket.say({ a: "mode", v: ["ltp", [SBIN]] });
    expect(socket.ticks().at(-1)).toEqual(frameOf(kiosk, "ltp"));
    socket.say({ a: "unsubscribe", v: [SBIN] });
    const count = socket.ticks().length;
    movePrice(kiosk, 1_091);
    expect(socket.ticks()).toHaveLength(count);
  });

  it("puts all changes into one frame", () => {
    const kiosk = aKiosk({ settings: {} });
    const reliance = kiosk.exchange.instrument("RELIANCE")?.tokens.kiteInstrument ?? 0;
    const socket = aListener(kiosk);
    socket.say({ a: "mode", v: ["ltp", [SBIN, reliance]] });
    expect(socket.ticks()).toHaveLength(1);
    expect(socket.ticks()[0]).toHaveLength(2 + 2 * (2 + 8));
  });

  it("is silent while the feed is frozen, and sends the newest state afterwards", () => {
    const kiosk = aKiosk({ settings: {} });
    const socket = aListener(kiosk);
    socket.say({ a: "subscribe", v: [SBIN] });
    kiosk.exchange.freezeFeed("zerodha", at("09:30"));
    const count = socket.ticks().length;
    movePrice(kiosk, 1_092);
    socket.say({ a: "subscribe", v: [SBIN] });
    expect(socket.ticks()).toHaveLength(count);
    kiosk.toMarket(at("09:31"));
    kiosk.beat();
    expect(socket.ticks().at(-1)).toEqual(frameOf(kiosk, "quote"));
  });

  it("is limited to three thousand instruments", () => {
    const kiosk = aKiosk();
    const socket = aListener(kiosk);
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
    const socket = aListener(aKiosk());
    socket.say(text);
    expect(socket.texts()).toEqual([{ type: "error", data: "Invalid message" }]);
  });
});

describe("the socket", () => {
  it("sends a heartbeat every second of the human clock, however the market's clock runs", () => {
    const kiosk = aKiosk();
    const socket = aListener(kiosk);
    kiosk.pass(999);
    kiosk.beat();
    expect(beats(socket)).toBe(0);
    kiosk.pass(1);
    kiosk.beat();
    expect(beats(socket)).toBe(1);
    kiosk.toMarket(at("10:00"));
    kiosk.beat();
    expect(beats(socket)).toBe(1);
  });

  it("is closed when its session ends", () => {
    const kiosk = aKiosk();
    const socket = aListener(kiosk);
    kiosk.toMarket(at("05:59", TUESDAY));
    kiosk.beat();
    expect(socket.isClosed).toBe(false);
    kiosk.toMarket(at("06:00", TUESDAY));
    kiosk.beat();
    expect(socket.isClosed).toBe(true);
  });

  it("is closed on reset", () => {
    const kiosk = aKiosk();
    const socket = aListener(kiosk);
    kiosk.core.clear();
    expect(socket.isClosed).toBe(true);
  });
});
