import { describe, expect, it } from "vitest";
import { paise } from "../../shared/money.ts";
import type { PreOpenQuote } from "../strategy.ts";
import { factsWith } from "../strategy-fixture.ts";
import { OPENING_RANGE, SHORTLIST_SHOWN } from "./settings.ts";
import { chooseUniverse, hasAuctionPrices, makeShortlist } from "./shortlist.ts";

const quote = (share: number, price: number | null, previousClose: number | null = 100_000): PreOpenQuote => ({
  share,
  price: price === null ? null : paise(price),
  previousClose: previousClose === null ? null : paise(previousClose),
});

const symbols = Array.from({ length: 130 }, (_, share) => (share === 0 ? "INDEX" : `S${share}`));
const list = (facts: Parameters<typeof makeShortlist>[0]["facts"], quotes: readonly PreOpenQuote[]) =>
  makeShortlist({ symbols, index: 0, facts, quotes, settings: OPENING_RANGE });

describe("the shortlist", () => {
  it("scores the gap against the index in average true ranges, and yesterday's turnover by a quarter of its ratio", () => {
    const facts = [factsWith(0), factsWith(1, { lastTurnover: paise(2_000_000_000_000) })];
    const [pick] = list(facts, [quote(0, 101_000), quote(1, 97_000)]);
    // A gap of −3 % against +1 % is 4 % of ₹1,000, two average true ranges of ₹20; turnover was twice the usual.
    expect(pick?.score).toBeCloseTo(2 + 0.25 * 2, 12);
    expect(pick?.reason).toBe(
      "Opens 3.0% below yesterday's close, 4.0% less than the index: 2.0 times its usual daily range. Yesterday's turnover was 2.0 times its usual.",
    );
  });

  it("counts turnover at most four times", () => {
    const facts = [factsWith(1, { lastTurnover: paise(9_000_000_000_000) })];
    expect(list(facts, [quote(1, 100_000)])[0]?.score).toBeCloseTo(1, 12);
  });

  it("leaves out a share whose previous close differs by more than two percent from the recorded one: an ex-date", () => {
    const facts = [factsWith(1), factsWith(2), factsWith(3)];
    const picks = list(facts, [quote(1, 100_000, 97_900), quote(2, 100_000, 98_000), quote(3, 100_000, null)]);
    expect(picks.map(({ share }) => share)).toEqual([2]);
  });

  it("ignores an index whose previous close differs from the recorded one, and reports it; a missing one counts", () => {
    const facts = [factsWith(0), factsWith(1)];
    const [doubted] = list(facts, [quote(0, 101_000, 97_900), quote(1, 97_000)]);
    expect(doubted?.score).toBeCloseTo(1.5 + 0.25, 12);
    expect(doubted?.reason).toContain("The index is not known yet");
    const [quoted] = list(facts, [quote(0, 101_000, null), quote(1, 97_000)]);
    expect(quoted?.score).toBeCloseTo(2 + 0.25, 12);
    const [unquoted] = list(facts, [quote(1, 97_000)]);
    expect(unquoted?.reason).toContain("The index is not known yet");
  });

  it("uses yesterday's fields where the auction's price is late", () => {
    const facts = [factsWith(1), factsWith(2, { lastTurnover: paise(3_000_000_000_000) })];
    const picks = list(facts, [quote(1, null), quote(2, null)]);
    expect(picks.map(({ share, score }) => [share, score])).toEqual([
      [2, 0.75],
      [1, 0.25],
    ]);
    expect(picks[0]?.reason).toContain("Its opening price is not known yet.");
  });

  it.each([
    [0, false],
    [4, false],
    [5, true],
    [10, true],
  ])("has the auction's prices with %i of ten shares priced: %s; the index does not count", (priced, expected) => {
    const facts = Array.from({ length: 11 }, (_, share) => factsWith(share));
    const quotes = facts.map(({ share }) => quote(share, share === 0 || share <= priced ? 101_000 : null));
    expect(hasAuctionPrices({ index: 0, facts, quotes, settings: OPENING_RANGE })).toBe(expected);
  });

  it("keeps twenty, the highest score first, and shows ten of them", () => {
    const facts = Array.from({ length: 40 }, (_, number) => factsWith(number + 1));
    const picks = list(
      facts,
      facts.map(({ share }) => quote(share, 100_000 + share * 10)),
    );
    expect(picks.map(({ share }) => share)).toEqual(Array.from({ length: 20 }, (_, number) => 40 - number));
    expect(
      picks
        .slice(0, SHORTLIST_SHOWN)
        .map(({ share }) => share)
        .at(-1),
    ).toBe(31);
  });

  it("never chooses untraded symbols, such as a second index", () => {
    const facts = [factsWith(1, { medianTurnover: paise(0) }), factsWith(2)];
    expect(chooseUniverse(facts, 0, OPENING_RANGE).map(({ share }) => share)).toEqual([2]);
  });

  it("chooses among the hundred most traded shares of at least ₹20, and never the index", () => {
    const facts = Array.from({ length: 130 }, (_, share) =>
      factsWith(share, {
        medianTurnover: paise(1_000_000 + share),
        previousClose: share === 129 ? paise(1_999) : paise(2_000),
      }),
    );
    const shares = chooseUniverse(facts, 0, OPENING_RANGE).map(({ share }) => share);
    expect(shares).toHaveLength(100);
    expect([shares[0], shares.at(-1)]).toEqual([128, 29]);
  });
});
