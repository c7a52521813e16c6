import { epochMs } from "@vriddhi/core/time/clock";
import { describe, expect, it } from "vitest";
import { codeFacts, deviceWords, UNKNOWN_DEVICE } from "./mail-format.ts";

const CHROME = "(KHTML, like Gecko) Chrome/150.0.0.0";

describe("a device name", () => {
  it.each([
    [`Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 ${CHROME} Mobile Safari/537.36`, "Chrome on Android"],
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 ${CHROME} Safari/537.36`, "Chrome on Windows"],
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 ${CHROME} Safari/537.36 Edg/150.0.0.0`,
      "Edge on Windows",
    ],
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1",
      "Safari on iPhone",
    ],
    [
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 15_0) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15",
      "Safari on Mac",
    ],
    ["Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0", "Firefox on Linux"],
    [
      `Mozilla/5.0 (Linux; Android 16; SM-S931B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/29.0 ${CHROME} Mobile Safari/537.36`,
      "Samsung Internet on Android",
    ],
    ["", UNKNOWN_DEVICE],
    ["<a href='https://evil.invalid'>click</a>", UNKNOWN_DEVICE],
    ["Please call 1800 123 456 (Windows NT 10.0)", "Windows"],
  ])("%s", (userAgent, words) => {
    expect(deviceWords(userAgent)).toBe(words);
  });

  it("never repeats what a stranger wrote", () => {
    for (const userAgent of ["Pay now at evil.invalid/1.0", "Vriddhi/9 (call +91 98765 43210)", "\u202eevil/1 Chrome"])
      expect(deviceWords(userAgent)).not.toMatch(/evil|call|Pay/i);
  });
});

describe("the facts of a code", () => {
  const now = epochMs(Date.parse("2026-11-16T10:14:00+05:30"));
  const until = epochMs(Date.parse("2026-11-16T10:24:00+05:30"));

  it("are its expiry and, if known, the requesting device", () => {
    expect(codeFacts({ now, until, device: null })).toEqual([["Valid until", "10:24 AM IST, 10 minutes"]]);
    expect(codeFacts({ now, until, device: "" })[1]).toEqual(["Asked for by", UNKNOWN_DEVICE]);
  });
});
