import { expect, it } from "vitest";
import { secondsLeft, totpCode } from "./totp.ts";

// The secret and the codes of RFC 6238, appendix B, in their last six digits.
const SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

it.each([
  [59, "287082"],
  [1_111_111_109, "081804"],
  [1_234_567_890, "005924"],
  [20_000_000_000, "353130"],
])("shows at second %i what an authenticator app shows: %s", async (second, code) => {
  expect(await totpCode(SECRET, second * 1_000)).toBe(code);
});

it("counts the seconds until the next code", () => {
  expect(secondsLeft(0)).toBe(30);
  expect(secondsLeft(29_500)).toBe(1);
});
