export const reportTexts = {
  title: (strategy: string) => `Back-test: ${strategy}`,
  warning:
    "Simulated on past bars, not traded. Fills, slippage and charges are assumptions; past results say little about later ones.",
  equity: "Equity",
  equityLabel: "Equity at the end of each day",
  drawdown: "Drawdown",
  drawdownLabel: "Distance from the highest equity before, day by day",
  months: "Months",
  years: "Years",
  trades: (symbol: string) => `Trades on the price of ${symbol}`,
  tradesNote: (shown: number, all: number) =>
    shown < all ? `The last ${shown} of ${all} trades of this share.` : `All ${all} trades of this share.`,
  tradesLabel: (symbol: string) => `Price of ${symbol} with purchases and sales`,
  costs: "Costs",
  figures: "Figures",
  figuresNote:
    "Intervals are drawn anew by whole days, 2,000 times from a fixed seed. The deflated figure asks whether the result beats the best of as many worthless trials.",
  last: (shown: number, all: number) => `The last ${shown} of ${all} trades`,
  allInJson: "Every trade is in report.json.",
} as const;
