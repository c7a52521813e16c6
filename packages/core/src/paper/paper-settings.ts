import { TRADING_HOURS } from "../risk/trading-hours.ts";
import { type Paise, rupees } from "../shared/money.ts";
import { type EpochMs, SECOND_MS } from "../time/clock.ts";
import type { IstMinute } from "../time/ist.ts";
import type { PaperMarket } from "./paper-model.ts";

/** What an order on paper is assumed to meet. Each figure errs to the trader's disadvantage. */
export interface PaperSettings {
  /** So much worse than the shown price a marketable order is filled: the price moves while an order travels. */
  readonly slippageTicks: number;
  /** Of the shares that others trade at a price that an order waits for, so many in a thousand are its own. */
  readonly volumePermille: number;
  /** Worth of the shares at a shown price whose number is not told, and of the queue before an order at its price. */
  readonly touchValue: Paise;
  /** An older price fills nothing: it was another market. */
  readonly quoteAgeMaxMs: number;
  /** Shares that were traded in a longer silence than this are not counted. */
  readonly gapMaxMs: number;
  readonly modificationsMax: number;
  /** What an order blocks of its value. */
  readonly intradayMarginPercent: number;
  /** A limit further from the last price than this is outside every band that shares have. */
  readonly bandPercent: number;
  /** When open intraday positions are closed, as brokers do. */
  readonly squareOff: IstMinute;
}

export const PAPER_SETTINGS: PaperSettings = {
  // A large share's spread is one tick most of the time, and one more is lost on the way.
  slippageTicks: 1,
  // Who takes more than a tenth of what is traded moves the price, and no order on paper can.
  volumePermille: 100,
  // The shares in which we trade show more than this at their best price in ordinary minutes.
  touchValue: rupees(100_000),
  quoteAgeMaxMs: 5 * SECOND_MS,
  gapMaxMs: 30 * SECOND_MS,
  modificationsMax: 25,
  // Brokers lend four fifths of an intraday order's value in the shares that they list for it.
  intradayMarginPercent: 20,
  // The widest band that the exchange gives a share.
  bandPercent: 20,
  squareOff: TRADING_HOURS.brokerSquareOff,
};

/** Shares that are assumed at a price of which no number was told. */
export const touchShares = (price: Paise, { touchValue }: PaperSettings): number =>
  Math.max(1, Math.floor(touchValue / price));

export const isFresh = (market: PaperMarket, now: EpochMs, { quoteAgeMaxMs }: PaperSettings): boolean =>
  now - market.at <= quoteAgeMaxMs;
