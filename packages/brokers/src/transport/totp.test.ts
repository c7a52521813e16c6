import { epochMs } from "@vriddhi/core/time/clock";
import { totpAt as simulatorsTotpAt } from "@vriddhi/sandbox/broker/totp";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { totpAt } from "./totp.ts";

/** The secret of RFC 6238's appendix. */
const SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

describe("a TOTP code", () => {
  it.each([
    [59, "287082"],
    [1_111_111_109, "081804"],
    [1_234_567_890, "005924"],
    [20_000_000_000, "353130"],
  ])("at %i s is %s, as in RFC 6238", (seconds, code) => {
    expect(totpAt(SECRET, epochMs(seconds * 1_000))).toBe(code);
  });

  it("is derived from a secret as users paste it", () => {
    expect(totpAt("gezd gnbv gy3t qojq gezd-gnbv gy3t qojq==", epochMs(59_000))).toBe("287082");
    for (const none of ["", "   ", "0189", "not a secret!", "GEZDGNBV!", "123456"])
      expect(totpAt(none, epochMs(59_000))).toBeNull();
  });

  it("equals the server's code", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_000_000_000_000 }), (instant) => {
        expect(totpAt(SECRET, epochMs(instant))).toBe(simulatorsTotpAt(SECRET, epochMs(instant)));
      }),
    );
  });
});
