import type { PaperSettings } from "@vriddhi/core/paper/paper-settings";
import { CAPITAL_MAX, CAPITAL_MIN, CAPITAL_STEP, type CapitalRefusal } from "@vriddhi/core/run/capital";
import { PAISE_PER_RUPEE, type Paise } from "@vriddhi/core/shared/money";
import type { Messages } from "../../platform/http/handler.ts";

const grouped = new Intl.NumberFormat("en-IN");
const rupeeWords = (amount: Paise): string => `₹${grouped.format(Math.floor(amount / PAISE_PER_RUPEE))}`;

export const paperMessages: Messages<"paper_open_already" | "paper_missing" | "paper_busy" | "paper_away"> = {
  paper_open_already: "You already have a paper account. Reset it to start again.",
  paper_missing: "You have no account on paper yet. Open one first.",
  paper_busy: "Something runs or is open on paper. Stop the algorithm and wait until everything is closed.",
  paper_away: "Your paper account cannot be read right now. Please try again in a minute.",
};

export function paperCapitalRefused(refusal: CapitalRefusal): string {
  if (refusal === "capital_too_low") return `Capital must be at least ${rupeeWords(CAPITAL_MIN)}`;
  if (refusal === "capital_off_step") return `Capital changes in steps of ${rupeeWords(CAPITAL_STEP)}`;
  return `Capital on paper is at most ${rupeeWords(CAPITAL_MAX)}`;
}

const PERMILLE_PER_PERCENT = 10;

/** The rules as sentences: readers of paper results should know the assumptions. */
export const paperAssumptions = (settings: PaperSettings): readonly string[] => [
  "Prices come from the real market through our feed; nothing is filled while no price arrives.",
  `An order that can trade at once pays ${settings.slippageTicks} tick more than is shown, never more than its limit.`,
  `At the best price ${rupeeWords(settings.touchValue)} worth of shares are assumed, and the same number is ahead of an order that waits.`,
  `An order that waits gets ${settings.volumePermille / PERMILLE_PER_PERCENT}% of what others trade at its price or beyond, at its own price.`,
  "Charges are Zerodha's for intraday trading. What is still open at 3:12 PM is closed at the price of that minute.",
];
