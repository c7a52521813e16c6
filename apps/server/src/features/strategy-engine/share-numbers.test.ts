import { fixtureDay, fixtureSymbols } from "@vriddhi/core/strategy/strategy-day-fixture";
import { describe, expect, it } from "vitest";
import { createShareNumbers } from "./share-numbers.ts";

const shares = fixtureSymbols.map((symbol) => ({ symbol, isin: `ISIN-${symbol}` }));
const numbers = createShareNumbers(shares);
const { facts, quotes } = fixtureDay(1);
const bars = [
  { share: 2, open: 10, high: 12, low: 9, close: 11, volume: 5, dayVolume: 50 },
  { share: 4, open: 20, high: 22, low: 19, close: 21, volume: 6, dayVolume: 60 },
];

describe("shares by number and by ISIN", () => {
  it("share numbers are stored and read unchanged", () => {
    const stored = JSON.parse(JSON.stringify(numbers.toStoredFacts(facts)));
    expect(numbers.fromStoredFacts(stored)).toEqual(facts);
    expect(numbers.fromStoredQuotes(numbers.toStoredQuotes(quotes))).toEqual(quotes);
    expect(numbers.fromStoredBars(numbers.toStoredBars({ minute: 555, isWhole: true, bars }))).toEqual(bars);
  });

  it("share numbers are mapped to the reader's list, in its order, without unknown shares", () => {
    const other = createShareNumbers([shares[4], shares[2]].flatMap((share) => share ?? []));
    const stored = numbers.toStoredBars({ minute: 555, isWhole: true, bars });
    expect(other.fromStoredBars(stored).map(({ share, open }) => [share, open])).toEqual([
      [0, 20],
      [1, 10],
    ]);
    expect(other.fromStoredFacts(numbers.toStoredFacts(facts)).map(({ share }) => share)).toEqual([0, 1]);
  });
});
