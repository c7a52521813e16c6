import { epochMs } from "@vriddhi/core/time/clock";
import { toIstText } from "@vriddhi/core/time/ist";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checksumOf, expiryOf, readGrant } from "./login.ts";

const TOKEN = "Xq3vK7m2Zp9rT5wY8aBcDeFgHjKlMnOp";

describe("Kite's request token", () => {
  it.each([
    TOKEN,
    `  ${TOKEN}\n`,
    `https://app.example/connect/zerodha?request_token=${TOKEN}&action=login&status=success`,
    `https://app.example/connect/zerodha?action=login&type=login&status=success&request_token=${TOKEN}`,
    `https://app.example/connect/zerodha?status=success&request_token=${TOKEN}#top`,
    `request_token=${TOKEN}&status=success`,
  ])("is found in %j", (pasted) => expect(readGrant(pasted)).toBe(TOKEN));

  it.each([
    "",
    " ",
    "short",
    "https://app.example/connect/zerodha?status=cancelled",
    `?other_request_token=${TOKEN}`,
    "a b c d e f g h",
  ])("is not in %j", (pasted) => expect(readGrant(pasted)).toBeNull());

  it("is proved with the hash of key, token and secret", () => {
    // printf keytokensecret | sha256sum
    expect(checksumOf("key", "token", "secret")).toBe(
      "08a03d928417ea4085557933d3b187ff2a3515b039d6054dbd230c95d978a17a",
    );
  });
});

describe("Kite's session", () => {
  it.each([
    ["2026-11-16T08:40:00+05:30", "2026-11-17T06:00:00.000+05:30"],
    ["2026-11-16T23:59:59+05:30", "2026-11-17T06:00:00.000+05:30"],
    ["2026-11-16T00:10:00+05:30", "2026-11-16T06:00:00.000+05:30"],
    ["2026-11-16T05:59:59.999+05:30", "2026-11-16T06:00:00.000+05:30"],
    ["2026-11-16T06:00:00+05:30", "2026-11-17T06:00:00.000+05:30"],
  ])("that begins at %s ends at %s", (from, to) => {
    expect(toIstText(expiryOf(epochMs(Date.parse(from))))).toBe(to);
  });

  it("never lasts longer than a day and never ends before it begins", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1_700_000_000_000, max: 2_000_000_000_000 }), (from) => {
        const lasts = expiryOf(epochMs(from)) - from;
        expect(lasts).toBeGreaterThan(0);
        expect(lasts).toBeLessThanOrEqual(86_400_000);
      }),
    );
  });
});
