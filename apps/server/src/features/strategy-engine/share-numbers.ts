import { type Paise, paise } from "@vriddhi/core/shared/money";
import type { PreOpenQuote, ShareFacts, ShareNumber } from "@vriddhi/core/strategy/strategy";
import type { RecordedBar, RecordedMinute } from "@vriddhi/core/strategy/strategy-day";
import type { UniverseShare } from "@vriddhi/core/strategy/universe";
import type { StoredBar, StoredFacts, StoredQuote } from "../../platform/db/schema/market-record.ts";

/** Stored facts have no names: their values come in this sequence. */
const FACT_NAMES = [
  "previousClose",
  "atr",
  "medianTurnover",
  "lastTurnover",
  "rangeTurnover",
  "high20",
  "low20",
  "close2",
  "close6",
  "close21",
  "lastHigh",
  "lastLow",
] as const satisfies readonly (keyof ShareFacts)[];

/**
 * Strategies number shares by their place in the day's list; tables store ISINs, because numbers change with the list.
 * Stored rows of shares that are no longer listed are skipped.
 */
export interface ShareNumbers {
  readonly shares: readonly UniverseShare[];
  readonly symbols: readonly string[];
  readonly isins: readonly string[];
  /** The market's index among them; `null` without one. */
  readonly index: ShareNumber | null;
  numberOf(isin: string): ShareNumber | null;
  shareOf(share: ShareNumber): UniverseShare;
  toStoredFacts(facts: readonly ShareFacts[]): readonly StoredFacts[];
  fromStoredFacts(stored: readonly StoredFacts[]): readonly ShareFacts[];
  toStoredQuotes(quotes: readonly PreOpenQuote[]): readonly StoredQuote[];
  fromStoredQuotes(stored: readonly StoredQuote[]): readonly PreOpenQuote[];
  toStoredBars(minute: RecordedMinute): readonly StoredBar[];
  fromStoredBars(bars: readonly StoredBar[]): readonly RecordedBar[];
}

const paiseOrNull = (amount: number | null): Paise | null => (amount === null ? null : paise(amount));

function toFacts(share: ShareNumber, values: readonly number[]): ShareFacts {
  const named = Object.fromEntries(FACT_NAMES.map((name, place) => [name, paise(values[place] ?? 0)]));
  return { share, ...(named as Record<(typeof FACT_NAMES)[number], Paise>) };
}

function toRecorded(share: ShareNumber, [, open, high, low, close, volume, dayVolume]: StoredBar): RecordedBar {
  return { share, open, high, low, close, volume, dayVolume };
}

export function createShareNumbers(shares: readonly UniverseShare[], indexIsin: string | null = null): ShareNumbers {
  const numbers = new Map(shares.map(({ isin }, share) => [isin, share]));
  const shareOf = (share: ShareNumber) => shares[share] as UniverseShare;
  const isinOf = (share: ShareNumber): string => shareOf(share).isin;
  const known = <Row, T>(rows: readonly Row[], isin: (row: Row) => string, to: (share: number, row: Row) => T) =>
    rows
      .flatMap((row) => {
        const share = numbers.get(isin(row));
        return share === undefined ? [] : [{ share, value: to(share, row) }];
      })
      .sort((one, other) => one.share - other.share)
      .map(({ value }) => value);
  return {
    shares,
    symbols: shares.map(({ symbol }) => symbol),
    isins: shares.map(({ isin }) => isin),
    index: indexIsin === null ? null : (numbers.get(indexIsin) ?? null),
    numberOf: (isin) => numbers.get(isin) ?? null,
    shareOf,
    toStoredFacts: (facts) =>
      facts.map((each) => ({ isin: isinOf(each.share), values: FACT_NAMES.map((name) => each[name]) })),
    fromStoredFacts: (stored) =>
      known(
        stored,
        ({ isin }) => isin,
        (share, { values }) => toFacts(share, values),
      ),
    toStoredQuotes: (quotes) =>
      quotes.map(({ share, price, previousClose }) => ({ isin: isinOf(share), price, previousClose })),
    fromStoredQuotes: (stored) =>
      known(
        stored,
        ({ isin }) => isin,
        (share, { price, previousClose }) => ({
          share,
          price: paiseOrNull(price),
          previousClose: paiseOrNull(previousClose),
        }),
      ),
    toStoredBars: ({ bars }) =>
      bars.map(({ share, open, high, low, close, volume, dayVolume }) => {
        return [isinOf(share), open, high, low, close, volume, dayVolume];
      }),
    fromStoredBars: (bars) => known(bars, ([isin]) => isin, toRecorded),
  };
}
