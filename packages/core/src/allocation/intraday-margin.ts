import { type Paise, paise } from "../shared/money.ts";

/** The least margin that the exchange requires for an intraday purchase, in hundredths of a percent: 20 %. */
const INTRADAY_MARGIN_BASIS_POINTS = 2_000;

const BASIS_POINTS = 10_000;

export const intradayMargin = (price: Paise): Paise =>
  paise(Math.max(1, Math.ceil((price * INTRADAY_MARGIN_BASIS_POINTS) / BASIS_POINTS)));
