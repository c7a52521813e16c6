import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createSecretBox } from "./secret-box.ts";

const key = randomBytes(32);
const box = createSecretBox(new Map([[1, key]]));
const place = { table: "broker_link", column: "api_secret", row: "r1", user: "u1" };

describe("a sealed value", () => {
  it("opens at its own table, column, row and user with any content", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (plain) => {
        expect(box.open(box.seal(plain, place), place)).toBe(plain);
      }),
    );
  });

  it("does not reveal its content, and differs each time", () => {
    const sealed = box.seal("hunter2", place);
    expect(sealed).not.toContain("hunter2");
    expect(Buffer.from(sealed.split(".")[2] ?? "", "base64url").toString("latin1")).not.toContain("hunter2");
    expect(box.seal("hunter2", place)).not.toBe(sealed);
  });

  it.each(["table", "column", "row", "user"] as const)("does not open at another %s", (part) => {
    const sealed = box.seal("hunter2", place);
    expect(() => box.open(sealed, { ...place, [part]: "other" })).toThrow();
  });

  it("does not open at a place whose parts only concatenate to the same text", () => {
    const sealed = box.seal("x", { table: "a", column: 'b","c', row: "", user: "" });
    expect(() => box.open(sealed, { table: "a", column: "b", row: "c", user: "" })).toThrow();
  });

  it("does not open after any change", () => {
    const sealed = box.seal("hunter2", place);
    const [version, id, body = ""] = sealed.split(".");
    const bytes = Buffer.from(body, "base64url");
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => box.open(`${version}.${id}.${changed.toString("base64url")}`, place)).toThrow();
    }
  });

  it.each(["", "hunter2", "v1", "v1.1", "v1.1.", "v2.1.AAAA", "v1.9.AAAA", "v1.1.AAAA", "v1.NaN.AAAA"])(
    "is never the malformed text %j",
    (text) => {
      expect(() => box.open(text, place)).toThrow();
    },
  );

  it("does not open with a truncated seal", () => {
    const [version, id, body = ""] = box.seal("hunter2", place).split(".");
    const bytes = Buffer.from(body, "base64url");
    for (const cut of [1, 4, 8, 12, 15])
      expect(() => box.open(`${version}.${id}.${bytes.subarray(0, -cut).toString("base64url")}`, place)).toThrow();
  });

  it("does not open with another key of the same number", () => {
    const other = createSecretBox(new Map([[1, randomBytes(32)]]));
    expect(() => other.open(box.seal("hunter2", place), place)).toThrow();
  });
});

describe("after a new data key", () => {
  it("old values still open, and new values are sealed with the new key", () => {
    const old = box.seal("old", place);
    const both = createSecretBox(
      new Map([
        [1, key],
        [2, randomBytes(32)],
      ]),
    );
    expect(both.open(old, place)).toBe("old");
    const sealed = both.seal("new", place);
    expect(both.open(sealed, place)).toBe("new");
    expect(() => box.open(sealed, place)).toThrow("data key 2 is not loaded");
  });
});
