import { brand } from "@vriddhi/core/site/brand";

/** The home page in its first, plain form: what the product is, in words that are true today. */
export const homeTexts = {
  title: ["Trading with rules,", "in your own broker account."],
  lead: `${brand.name} places intraday equity trades through the account you already have. You connect it, you set the capital, you approve. It keeps to the plan.`,
  start: "Create an account",
  how: "How it works",
  points: [
    {
      title: "Your broker account",
      body: "Fyers, Angel One or Zerodha. Money and shares stay there; we only send orders that you allowed.",
    },
    {
      title: "Your approval",
      body: "Each trade within 15 seconds, or once in the morning for the whole day.",
    },
    {
      title: "A plan with an end",
      body: "No positions overnight, and a daily stop-loss that closes everything until tomorrow.",
    },
  ],
} as const;
