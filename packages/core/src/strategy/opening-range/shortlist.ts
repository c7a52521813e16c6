import type { PreOpenQuote, ShareFacts, ShareNumber, ShortlistPick } from "../strategy.ts";
import { shortlistReason } from "./opening-range.texts.ts";
import type { OpeningRangeSettings } from "./settings.ts";

const BASIS_POINTS = 10_000;

/** Today's tradable shares: the most traded ones above the least price. A symbol without turnover is not a share. */
export function chooseUniverse(
  facts: readonly ShareFacts[],
  index: ShareNumber | null,
  { universeSize, priceMin }: OpeningRangeSettings,
): readonly ShareFacts[] {
  return facts
    .filter(({ share, previousClose, atr }) => share !== index && previousClose >= priceMin && atr > 0)
    .filter(({ medianTurnover }) => medianTurnover > 0)
    .sort((one, other) => other.medianTurnover - one.medianTurnover || one.share - other.share)
    .slice(0, universeSize);
}

export type DistrustReason = "previous_close_unknown" | "previous_close_differs";

/** A previous close that differs from ours means an ex-date or wrong data. */
export function distrustOf(
  facts: ShareFacts,
  quote: PreOpenQuote | undefined,
  { previousCloseBasisPoints }: OpeningRangeSettings,
): DistrustReason | null {
  if (!quote || quote.previousClose === null) return "previous_close_unknown";
  const difference = Math.abs(quote.previousClose - facts.previousClose);
  const isNear = difference * BASIS_POINTS <= previousCloseBasisPoints * facts.previousClose;
  return isNear ? null : "previous_close_differs";
}

/** A missing previous close of the index is ours; a different one makes the whole index untrusted. */
export function isIndexDistrusted(
  index: ShareFacts | null | undefined,
  quotes: readonly PreOpenQuote[],
  settings: OpeningRangeSettings,
): boolean {
  if (!index) return false;
  const quote = quotes.find(({ share }) => share === index.share);
  return distrustOf(index, quote, settings) === "previous_close_differs";
}

const gapOfQuote = (facts: ShareFacts, quote: PreOpenQuote | undefined): number | null =>
  quote && quote.price !== null && quote.price > 0 ? quote.price / facts.previousClose - 1 : null;

/** With fewer priced shares the list would follow yesterday's turnover alone. */
const PRICED_PART_MIN = 0.5;

export function hasAuctionPrices({ index, facts, quotes, settings }: Omit<ShortlistQuestion, "symbols">): boolean {
  const quoteOf = new Map(quotes.map((quote) => [quote.share, quote]));
  const universe = chooseUniverse(facts, index, settings);
  const priced = universe.filter((each) => gapOfQuote(each, quoteOf.get(each.share)) !== null).length;
  return priced >= universe.length * PRICED_PART_MIN;
}

function scoreShare(
  facts: ShareFacts,
  symbol: string,
  gaps: { readonly own: number | null; readonly index: number | null; readonly hasIndex: boolean },
  { turnoverWeight, turnoverRatioMax }: OpeningRangeSettings,
): ShortlistPick {
  const relativeGap = gaps.own === null ? 0 : gaps.own - (gaps.index ?? 0);
  const gapInRanges = (Math.abs(relativeGap) * facts.previousClose) / facts.atr;
  const turnoverRatio = facts.medianTurnover > 0 ? facts.lastTurnover / facts.medianTurnover : 0;
  const score = gapInRanges + turnoverWeight * Math.min(turnoverRatio, turnoverRatioMax);
  return {
    share: facts.share,
    symbol,
    score,
    /** Most shares are not listed, and a back-test reads no reason: the sentence is built on demand. */
    get reason() {
      return shortlistReason({
        gap: gaps.own,
        relativeGap: gaps.index === null ? null : relativeGap,
        gapInRanges,
        turnoverRatio,
        isIndexMissing: gaps.hasIndex && gaps.index === null,
      });
    },
  };
}

export interface ShortlistQuestion {
  readonly symbols: readonly string[];
  readonly index: ShareNumber | null;
  readonly facts: readonly ShareFacts[];
  readonly quotes: readonly PreOpenQuote[];
  readonly settings: OpeningRangeSettings;
}

/** The day's shares, the highest score first; ties in share-number order. */
export function makeShortlist({
  symbols,
  index,
  facts,
  quotes,
  settings,
}: ShortlistQuestion): readonly ShortlistPick[] {
  const quoteOf = new Map(quotes.map((quote) => [quote.share, quote]));
  const indexFacts = facts.find(({ share }) => share === index);
  const isKnown = indexFacts !== undefined && !isIndexDistrusted(indexFacts, quotes, settings);
  const indexGap = isKnown ? gapOfQuote(indexFacts, quoteOf.get(indexFacts.share)) : null;
  return chooseUniverse(facts, index, settings)
    .filter((each) => distrustOf(each, quoteOf.get(each.share), settings) === null)
    .map((each) => {
      const own = gapOfQuote(each, quoteOf.get(each.share));
      return scoreShare(
        each,
        symbols[each.share] as string,
        { own, index: indexGap, hasIndex: index !== null },
        settings,
      );
    })
    .sort((one, other) => other.score - one.score || one.share - other.share)
    .slice(0, settings.shortlistSize);
}
