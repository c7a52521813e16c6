import type { Article } from "./article.ts";
import { closingAuction } from "./facts/closing-auction.ts";
import { dailyStop } from "./facts/daily-stop.ts";
import { failingSafely } from "./facts/failing-safely.ts";
import { intradayCosts } from "./facts/intraday-costs.ts";
import { intradayTaxes } from "./facts/intraday-taxes.ts";
import { openingRange } from "./facts/opening-range.ts";
import { positionSizing } from "./facts/position-sizing.ts";
import { readingBackTests } from "./facts/reading-back-tests.ts";
import { retailAlgoRules } from "./facts/retail-algo-rules.ts";
import { slippage } from "./facts/slippage.ts";
import { tokensAndAddresses } from "./facts/tokens-and-addresses.ts";
import { whyTradersLose } from "./facts/why-traders-lose.ts";

export const ARTICLES: readonly Article[] = [
  intradayCosts,
  positionSizing,
  openingRange,
  readingBackTests,
  retailAlgoRules,
  closingAuction,
  dailyStop,
  slippage,
  tokensAndAddresses,
  intradayTaxes,
  whyTradersLose,
  failingSafely,
];
