import { describe, expect, it } from "vitest";
import {
  frameTypes,
  readChannels,
  readFrame,
  readTopics,
  UNCHANGED,
  u32,
  writeDataFrames,
  writeLite,
  writeReply,
  writeSnapshot,
  writeUpdate,
} from "./hsm-frames.ts";

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");

describe("what clients send", () => {
  it("is parsed whatever its length field says", () => {
    const subscribe = "040201001100010e73667c6e73655f636d7c333034350200010b";
    for (const length of ["001a", "0000", "ffff"]) {
      const frame = readFrame(Buffer.from(`${length}${subscribe}`, "hex"));
      expect(frame?.type).toBe(frameTypes.subscribe);
      expect(readTopics(frame?.fields.get(1))).toEqual(["sf|nse_cm|3045"]);
      expect(frame?.fields.get(2)).toEqual(Buffer.from([11]));
    }
  });

  it("may be a ping of three bytes", () => {
    expect(readFrame(Buffer.from("00010b", "hex"))).toEqual({ type: frameTypes.ping, fields: new Map() });
  });

  it.each(["", "0001", "00050401", "0009040201ffff00", "000604010100"])("is null when cut off: %s", (bytes) => {
    expect(readFrame(Buffer.from(bytes, "hex"))?.fields.size ?? 0).toBe(0);
  });

  it("names channels by bits", () => {
    expect(readChannels(Buffer.from("0000000000000800", "hex"))).toEqual([11]);
    expect(readChannels(Buffer.from("8000000000000006", "hex"))).toEqual([1, 2, 63]);
    expect(readChannels(Buffer.from("0800", "hex"))).toEqual([]);
    expect(readChannels(undefined)).toEqual([]);
  });

  it("may announce more topics than it carries", () => {
    expect(readTopics(Buffer.from("00050361626300", "hex"))).toEqual(["abc", ""]);
    expect(readTopics(undefined)).toEqual([]);
  });
});

describe("what the server sends", () => {
  it("replies with numbered fields after length and type", () => {
    expect(hex(writeReply(frameTypes.subscribe, ["K"]))).toBe("000604010100014b");
    expect(hex(writeReply(frameTypes.auth, ["K", u32(50), "{}"]))).toBe(
      ["0012", "01", "03", "0100014b", "02000400000032", "0300027b7d"].join(""),
    );
  });

  it("writes a snapshot: id, name, values, scale, three names", () => {
    const record = writeSnapshot({
      topicId: 258,
      topic: "sf|a|1",
      values: [107_020, -1],
      multiplier: 1,
      precision: 2,
      names: ["nse_cm", "1", "AB-EQ"],
    });
    expect(hex(record)).toBe(
      [
        "53",
        "0102",
        "0673667c617c31",
        "02",
        "0001a20c",
        "ffffffff",
        "0000",
        "0001",
        "02",
        "066e73655f636d",
        "0131",
        "0541422d4551",
      ].join(""),
    );
  });

  it("writes an update with a mark for unchanged values, and cuts numbers that do not fit", () => {
    expect(hex(writeUpdate(7, [UNCHANGED, 5, 3_000_000_000]))).toBe("55000703800000000000000" + "57fffffff");
  });

  it("writes a lite record of seven bytes", () => {
    expect(hex(writeLite(7, 107_020))).toBe("4c00070001a20c");
  });

  it("numbers data frames and counts their records", () => {
    let number = 0;
    const [frame] = writeDataFrames([writeLite(1, 1), writeLite(2, 2)], () => ++number);
    expect(hex(frame as Buffer)).toBe(["0015", "06", "00000001", "0002", "4c000100000001", "4c000200000002"].join(""));
    expect(writeDataFrames([], () => ++number)).toEqual([]);
    expect(number).toBe(1);
  });

  it("starts another frame before the length field overflows", () => {
    let number = 0;
    const records = Array.from({ length: 1_000 }, (_, index) => writeUpdate(index, Array<number>(30).fill(1)));
    const frames = writeDataFrames(records, () => ++number);
    expect(frames).toHaveLength(2);
    for (const frame of frames) expect(frame.readUInt16BE(0)).toBe(frame.length - 2);
    expect(frames.map((frame) => frame.readUInt32BE(3))).toEqual([1, 2]);
    expect(frames.reduce((sum, frame) => sum + frame.readUInt16BE(7), 0)).toBe(1_000);
  });
});
