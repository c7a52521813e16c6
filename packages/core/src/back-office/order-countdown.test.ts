import { describe, expect, it } from "vitest";
import { countdownStateOf } from "./order-countdown.ts";

describe("the countdown of a scheduled order", () => {
  it("[C4.11] runs during execution, whatever time is left", () => {
    expect(countdownStateOf("executing", 40)).toBe("executing");
    expect(countdownStateOf("executing", 0)).toBe("executing");
    expect(countdownStateOf("executing", null)).toBe("executing");
  });

  it("[C4.11] has expired at zero, below it, and without a time", () => {
    for (const seconds of [0, -1, null, undefined]) expect(countdownStateOf("pending", seconds)).toBe("expired");
  });

  it("[C4.11][C9.6] warns in the last 300 seconds and not a second before", () => {
    expect(countdownStateOf("pending", 301)).toBe("waiting");
    expect(countdownStateOf("pending", 300)).toBe("soon");
    expect(countdownStateOf("pending", 1)).toBe("soon");
  });
});
