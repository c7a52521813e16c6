import { rupees } from "@vriddhi/core/shared/money";
import { HEAT_FULL_THOUSANDS } from "@vriddhi/core/site/heat-map";
import { formatPaise } from "../../lib/format.ts";

const fullAmount = formatPaise(rupees(HEAT_FULL_THOUSANDS * 1_000));

export const heatMapTexts = {
  title: "Every month, in one picture",
  lead: "Monthly profit and loss in rupees from January 2018 to May 2025. Green is a profit, red is a loss; the deeper the colour, the larger the amount.",
  noticeTitle: "These are sample figures.",
  notice:
    "They are not a real track record. They are not based on a certain capital, so they cannot be compared with the growth rate on the home page. Real results will replace them.",
  profitable: "Profitable months",
  ofMonths: (profitable: number, total: number) => `${profitable} of ${total}`,
  best: "Best month",
  worst: "Worst month",
  total: "All months together",
  gridLabel: "Monthly profit and loss in rupees",
  gridHelp: "Use the arrow keys to move from month to month and year to year.",
  year: "Year",
  yearTotal: "Total",
  profit: "Profit",
  loss: "Loss",
  scaleLoss: `Loss of ${fullAmount} or more`,
  scaleProfit: `Profit of ${fullAmount} or more`,
  how: "How the system works",
} as const;

export const resultWord = (result: number): string => (result < 0 ? heatMapTexts.loss : heatMapTexts.profit);
