import { describe, expect, it } from "vitest";
import { type SignalWords, shortlistReason, signalSentence } from "./opening-range.texts.ts";

const words = (price: number): SignalWords => ({
  symbol: "SBIN",
  side: "sell",
  price,
  edge: 81_005,
  openingTimes: 2.34,
  stop: 12_345_677,
  target: 75_003,
  best: "relative_strength",
  worst: "time_of_day",
});

describe("sentences for traders", () => {
  it("describe what happened, the reasons for and against, and the plan", () => {
    expect(signalSentence(words(80_910), null)).toBe(
      "SBIN closed at ₹809.10, below the low of its first 15 minutes (₹810.05), with 2.3 times its usual turnover at the open. Strongest reason for: its strength against the market. Strongest reason against: the time of day. Sell with the stop at ₹1,23,456.80 and the target at ₹750.00.",
    );
  });

  it("compare a share's opening with the index where it is known", () => {
    const opening = { gap: 0.016, gapInRanges: 1.1, turnoverRatio: 1.2, isIndexMissing: false };
    expect(shortlistReason({ ...opening, relativeGap: 0.012 })).toBe(
      "Opens 1.6% above yesterday's close, 1.2% more than the index: 1.1 times its usual daily range. Yesterday's turnover was 1.2 times its usual.",
    );
    expect(shortlistReason({ ...opening, relativeGap: null })).toBe(
      "Opens 1.6% above yesterday's close: 1.1 times its usual daily range. Yesterday's turnover was 1.2 times its usual.",
    );
  });

  it("say when the index is missing", () => {
    const opening = { gap: 0.016, relativeGap: null, gapInRanges: 1.1, turnoverRatio: 1.2, isIndexMissing: true };
    expect(shortlistReason(opening)).toBe(
      "Opens 1.6% above yesterday's close: 1.1 times its usual daily range. Yesterday's turnover was 1.2 times its usual. The index is not known yet, so its own part in this is not taken off.",
    );
    expect(signalSentence(words(9), "index_unknown")).toMatch(
      /Not traded: the market's index is not known, and without it the score means nothing\.$/,
    );
  });

  it("say when a share was passed over", () => {
    expect(signalSentence(words(9), "below_threshold")).toMatch(
      /^SBIN closed at ₹0\.09, .* Not traded: its score is below the threshold\.$/,
    );
  });
});
