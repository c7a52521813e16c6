import { EBOOK_PRICE, TRIAL_BAND, TRIAL_DAYS } from "@vriddhi/core/billing/plans";
import { rupees } from "@vriddhi/core/shared/money";
import { brand } from "@vriddhi/core/site/brand";
import { formatPaise } from "../lib/format.ts";
import { serviceClaims } from "../lib/site-claims.ts";

const trialBand = formatPaise(TRIAL_BAND);

export const homeTexts = {
  description: `${brand.tagline}: you connect your broker, set the capital and approve; the system keeps to the plan.`,
  pauseFilm: "Pause the background film",
  playFilm: "Play the background film",
  hero: {
    eyebrow: `${brand.system} · NSE equities, intraday`,
    title: ["Trade by rule,", "not by nerve."],
    lead: `${brand.name} places intraday equity trades in the broker account you already have. You set the capital and give the approval. It keeps to the plan, and its day ends at 3:10 PM.`,
    start: "Start the free trial",
    how: "See how it works",
    terms: `${TRIAL_DAYS} days, capital up to ${trialBand}, nothing to pay.`,
    brokers: "Works with your account at",
    onward: "At a glance",
  },
  alert: {
    label: "Illustration: a trade alert that waits 15 seconds for your approval",
    title: "Trade alert",
    side: "Buy",
    symbol: "EXAMPLE",
    market: "NSE · intraday",
    secondsLeft: ["15", "14", "13", "12", "11"],
    rows: [
      ["Quantity", "27 shares"],
      ["Limit", "₹412.60"],
      ["Stop-loss", "₹408.10"],
      ["At risk", "₹121.50 of ₹25,000"],
    ],
    approve: "Approve",
    skip: "Skip",
    note: "No answer means no trade.",
    caption: "Illustration",
  },
  glance: {
    eyebrow: "At a glance",
    title: "Few moving parts. Each with a limit you can name.",
    lead: "What it does, when it stops and how much one trade is planned to risk: fixed before the first order, the same for everyone.",
    recordTitle: "The record so far",
    monthsLabel: (profitable: number, total: number) => `${profitable} of ${total} months closed in profit`,
    everyMonth: "See every month",
    modesTitle: "Your approval, your way",
    modes: [
      { name: "Manual", body: "An alert for each entry. You have 15 seconds; silence means no." },
      { name: "Auto", body: "You approve once, in the morning. The day then runs without further questions." },
    ],
    modesNote: "Exits never need your approval.",
    dayTitle: serviceClaims.overnight,
    dayBody: serviceClaims.closing,
    dayMarks: [
      { time: "9:15 AM", what: "Market opens" },
      { time: "2:45 PM", what: "Last entry" },
      { time: "3:00 PM", what: "Closing begins" },
      { time: "3:10 PM", what: "Flat" },
    ],
    stopFigure: "−1%",
    stopTitle: serviceClaims.dailyStop,
    stopBody: "If you lose 1% of your capital in a day, all positions are closed and trading stops until tomorrow.",
    small: [
      {
        figure: serviceClaims.refundShare,
        title: "of the fee back",
        body: "if the connected account shows a gross loss at the end of the period.",
      },
      {
        figure: serviceClaims.tradesPerMonth,
        title: "trades a month",
        body: "in a usual month. Costs are paid per trade, so each has to earn its place.",
      },
      {
        figure: formatPaise(rupees(serviceClaims.capitalFromRupees)),
        title: "is enough to begin",
        body: "You choose the capital. It stays with your broker; we never hold it.",
      },
      {
        figure: serviceClaims.support,
        title: "chat and email support",
        body: `and one-to-one onboarding. ${serviceClaims.supportReply}`,
      },
    ],
  },
  education: {
    eyebrow: "Education",
    title: "Know what you switch on.",
    lead: "Four ideas explain how the system works.",
    example: {
      title: "The alert above, worked out",
      rows: [
        ["Half a percent of ₹25,000", "₹125.00"],
        ["From ₹412.60 to the stop at ₹408.10", "₹4.50"],
        ["Whole shares that fit", "27"],
      ],
    },
    ideas: [
      {
        title: "Size comes before price",
        body: "A trade is sized to lose half a percent of your capital at its stop. That sum, divided by the distance to the stop, is the number of shares.",
      },
      {
        title: "A stop limits a loss; it does not forbid one",
        body: "It rests with your broker from the moment you are filled. Prices can still jump over it, which is why there is a daily stop too.",
      },
      {
        title: "Trading costs add up",
        body: "Brokerage, STT, stamp duty, exchange fees and GST are paid on every trade, won or lost. Trading less is part of the plan.",
      },
      {
        title: "The odds, said plainly",
        body: "SEBI found that 71% of individual intraday traders in the cash market lost money in 2022–23. Rules do not make you one of the winners. They limit how much one bad day can cost.",
      },
    ],
    ways: [
      { name: "research", title: "Research", body: "Notes on method, costs and the market's own rules." },
      {
        name: "products",
        title: "The e-book",
        body: `Sizing, stops and costs in one evening's reading, for ${formatPaise(EBOOK_PRICE)}.`,
      },
      { name: "courses", title: "Courses", body: "In preparation: from the first order to a plan you can keep." },
    ],
  },
  reviews: {
    eyebrow: "Client reviews",
    title: "Quiet days, in their words.",
    ratingLabel: (value: number, count: number) => `${value} out of 5, from ${count} ratings`,
    sample: "Sample reviews: these are invented examples until real clients agree to be quoted.",
  },
  closing: {
    title: "Give it a week.",
    lead: `${TRIAL_DAYS} days with capital up to ${trialBand}, and nothing to pay. You can stop at any moment; your money never leaves your broker.`,
    start: "Start the free trial",
    plans: "Compare the plans",
  },
} as const;
