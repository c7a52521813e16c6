import { describe, expect, it } from "vitest";
import {
  ackFrame,
  authFrame,
  frameTypes,
  fullModeFrame,
  readFields,
  resumeFrame,
  subscribeFrame,
  typeOf,
  unsubscribeFrame,
} from "./hsm-frames.ts";
import { readGreeting, readLayout, usualLayout } from "./hsm-greeting.ts";

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
const text = (words: string) => Buffer.from(words, "latin1").toString("hex");

describe("client frames of the data socket, byte by byte", () => {
  it("write the key with four fields, and a length without the length field", () => {
    expect(hex(authFrame("abc"))).toBe(
      `00190104${"010003"}${text("abc")}${"020001"}${text("P")}${"030001"}01${"040006"}${text("JS_API")}`,
    );
  });

  it("write full mode for channel 11, and its resumption", () => {
    expect(hex(fullModeFrame())).toBe("00110c02010008000000000000080002000146");
    expect(hex(resumeFrame())).toBe("000d08010100080000000000000800");
  });

  it("write topics, each with its length", () => {
    const topics = ["sf|nse_cm|3045", "sf|nse_cm|22"];
    const listed = `0002${"0e"}${text("sf|nse_cm|3045")}${"0c"}${text("sf|nse_cm|22")}`;
    expect(hex(subscribeFrame(topics))).toBe(`00270402${"01001e"}${listed}${"020001"}0b`);
    expect(hex(unsubscribeFrame(topics))).toBe(`00270502${"01001e"}${listed}${"020001"}0b`);
  });

  it("write an acknowledgement", () => expect(hex(ackFrame(0x01020304))).toBe("0009030101000401020304"));
});

const reply = (...fields: readonly (string | Buffer)[]): Buffer => {
  const parts = fields.flatMap((field, index) => {
    const head = Buffer.alloc(3);
    head.writeUInt8(index + 1);
    head.writeUInt16BE(field.length, 1);
    return [head, Buffer.from(field)];
  });
  return Buffer.concat([Buffer.from([0, 0, frameTypes.auth, fields.length]), ...parts]);
};

describe("the server's reply to a key", () => {
  const map = {
    fields: [
      { fid: "s1", fld: "sp", dataType: "ConvNumber" },
      { fid: "s2", fld: "bp", dataType: "ConvNumber" },
      { fid: "s3", fld: "fdtm", dataType: "timestamp" },
      { fid: "s4", fld: "ltt", dataType: "timestamp" },
      { fid: "s5", fld: "v", dataType: "Number" },
      { fid: "s6", fld: "ltp", dataType: "ConvNumber" },
      { fid: "d1", fld: "bp", dataType: "ConvNumber" },
    ],
    scrip: ["s1", "s2", "s3", "s4", "s5", "s6"],
    depth: ["d1"],
    scrip_lite: { hfid: 2 },
  };
  const layout = { lastPrice: 5, volume: 4, tradedAt: 3, fedAt: 2, bid: 1, ask: 0, previousClose: -1, liteCount: 2 };

  it("accepted, with the field map", () => {
    const greeting = reply("K", Buffer.from([0, 0, 0, 50]), JSON.stringify(map));
    expect(typeOf(greeting)).toBe(1);
    expect(readGreeting(greeting)).toEqual({ isLetIn: true, ackEvery: 50, layout });
  });

  it("accepted without a map uses the default order, and without a number acknowledges nothing", () => {
    expect(readGreeting(reply("K"))).toEqual({ isLetIn: true, ackEvery: 0, layout: usualLayout });
    expect(readGreeting(reply("K", Buffer.from([0, 0, 0, 1]), "{}"))).toMatchObject({ layout: usualLayout });
    const incomplete = { ...map, scrip: map.scrip.slice(1) };
    expect(readLayout(JSON.stringify(incomplete))).toBeNull();
  });

  it("refused", () => expect(readGreeting(reply("N"))).toEqual({ isLetIn: false }));

  it("unreadable", () => {
    const whole = reply("K", Buffer.from([0, 0, 0, 50]));
    for (let length = 0; length < whole.length; length++) expect(readGreeting(whole.subarray(0, length))).toBeNull();
    expect(readGreeting(reply("?"))).toBeNull();
    expect(readFields(Buffer.from([0, 1, 11]))?.size).toBe(0);
  });
});
