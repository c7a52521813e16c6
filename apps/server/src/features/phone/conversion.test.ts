import { expect, it } from "vitest";
import { isPumped } from "./conversion.ts";

it.each([
  [0, 0, false],
  [49, 0, false],
  [50, 0, true],
  [50, 14, true],
  [50, 15, false],
  [50, 50, false],
])("%d sent codes with %d verified count as SMS pumping: %s", (texts, verified, isSuspect) => {
  expect(isPumped({ texts, verified })).toBe(isSuspect);
});
