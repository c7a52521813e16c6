import { describe, expect, it } from "vitest";
import { driftSentence } from "./drift.texts.ts";

const quiet = {
  same: 0,
  missed: 0,
  extra: 0,
  fills: 0,
  slippageBasisPoints: null,
  minutesMissed: 0,
  minutesUnrecorded: 0,
};

describe("the sentence about a day", () => {
  it("the day's sentence says whether the recorded prices lead to the same decisions", () => {
    expect(driftSentence(quiet)).toBe(
      "No share was good enough to trade, and replaying the recorded prices gave the same.",
    );
    expect(driftSentence({ ...quiet, same: 1 })).toBe("Replaying the recorded prices gave the same trade.");
    expect(driftSentence({ ...quiet, missed: 1 })).toMatch(/a trade that was not made\.$/);
    expect(driftSentence({ ...quiet, extra: 1 })).toMatch(/did not give the trade that was made\.$/);
    expect(driftSentence({ ...quiet, missed: 1, extra: 1 })).toMatch(/another trade than the one that was made\.$/);
  });

  it("the day's sentence says that a recording with a gap could not be compared", () => {
    expect(driftSentence({ ...quiet, minutesUnrecorded: 1 })).toBe(
      "One minute of the morning could not be recorded in full, so it cannot be replayed.",
    );
    expect(driftSentence({ ...quiet, same: 1, minutesUnrecorded: 12 })).not.toContain("the same");
  });

  it("the day's sentence says how orders were filled and what was not received", () => {
    expect(driftSentence({ ...quiet, same: 1, fills: 1, slippageBasisPoints: 4, minutesMissed: 1 })).toBe(
      "Replaying the recorded prices gave the same trade. One order was filled 0.04% worse than the signal's price on average. One minute of market prices were not received in full.",
    );
    expect(driftSentence({ ...quiet, same: 1, fills: 9, slippageBasisPoints: -12, minutesMissed: 3 })).toMatch(
      /9 orders were filled 0\.12% better .* 3 minutes of market prices were not received in full\.$/,
    );
    expect(driftSentence({ ...quiet, same: 1, fills: 1, slippageBasisPoints: -0.3 })).toMatch(
      / One order was filled at the signal's price on average\.$/,
    );
  });
});
