import { TRADING_HOURS } from "../risk/trading-hours.ts";
import { type Paise, rupees } from "../shared/money.ts";
import { type EpochMs, SECOND_MS } from "../time/clock.ts";
import type { IstMinute } from "../time/ist.ts";
import type { PaperMarket } from "./paper-model.ts";

/** Assumptions of the paper market. Each is pessimistic. */
export interface PaperSettings {
  /** Ticks by which a marketable order fills worse than shown: the price moves in transit. */
  readonly slippageTicks: number;
  /** An order's share of the trades at its price, in thousandths. */
  readonly volumePermille: number;
  /** Value of the shares at a shown price without a quantity, and of the queue ahead at its price. */
  readonly touchValue: Paise;
  /** An older price fills nothing. */
  readonly quoteAgeMaxMs: number;
  /** Trades during a longer gap are not counted. */
  readonly gapMaxMs: number;
  readonly modificationsMax: number;
  readonly intradayMarginPercent: number;
  /** A limit further from the last price is outside every band of shares. */
  readonly bandPercent: number;
  /** When open intraday positions are closed, as at brokers. */
  readonly squareOff: IstMinute;
}

export const PAPER_SETTINGS: PaperSettings = {
  // A large share's spread is usually one tick, and one more is lost in transit.
  slippageTicks: 1,
  // More than a tenth of the traded volume would move the price, and no paper order can.
  volumePermille: 100,
  // The shares that we trade show more than this at their best price in ordinary minutes.
  touchValue: rupees(100_000),
  quoteAgeMaxMs: 5 * SECOND_MS,
  gapMaxMs: 30 * SECOND_MS,
  modificationsMax: 25,
  // Brokers lend four fifths of an intraday order's value in the shares that they list for it.
  intradayMarginPercent: 20,
  // The exchange's widest band.
  bandPercent: 20,
  squareOff: TRADING_HOURS.brokerSquareOff,
};

export const touchShares = (price: Paise, { touchValue }: PaperSettings): number =>
  Math.max(1, Math.floor(touchValue / price));

export const isFresh = (market: PaperMarket, now: EpochMs, { quoteAgeMaxMs }: PaperSettings): boolean =>
  now - market.at <= quoteAgeMaxMs;
