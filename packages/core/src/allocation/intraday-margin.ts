import { type Paise, paise } from "../shared/money.ts";

/** What the exchange's rules make a broker block for an intraday purchase at the least, in hundredths of a percent: 20 %. */
const INTRADAY_MARGIN_BASIS_POINTS = 2_000;

const BASIS_POINTS = 10_000;

/** What one share blocks at this price, never less than a paisa. */
export const intradayMargin = (price: Paise): Paise =>
  paise(Math.max(1, Math.ceil((price * INTRADAY_MARGIN_BASIS_POINTS) / BASIS_POINTS)));
