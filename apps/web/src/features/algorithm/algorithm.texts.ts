import { brokersInWords } from "@vriddhi/core/broker/broker-title";
import { brand } from "@vriddhi/core/site/brand";
import { areClaimsSamples, serviceClaims } from "../../lib/site-claims.ts";
import type { FaqEntry } from "../../ui/faq-list.tsx";

export const algorithmTexts = {
  title: ["It keeps to the rules.", "You keep the account."],
  lead: `${brand.system} trades shares intraday through the broker account you already have. Each position begins with its exit decided. ${serviceClaims.closing}`,
  brokers: "Works through",

  exampleTitle: "Your amount sets every limit",
  exampleLead:
    "Every trade is sized from the capital you choose. Whatever the figure, the two numbers that matter most are fixed before the market opens.",
  exampleCapital: "With a capital of",
  exampleTrade: "planned risk per trade",
  exampleDay: "the day ends at a loss of",
  exampleNote:
    "An illustration: a random amount every 4 seconds, not a real account. In a fast market an exit can fill below its plan.",
  pause: "Pause the example",
  play: "Play the example",

  modesTitle: "Choose how much you approve",
  modes: [
    {
      name: "Manual",
      figure: `${serviceClaims.approvalSeconds} s`,
      caption: "to approve each entry",
      body: "Every entry reaches you as an alert with price, quantity and stop. Approve it within 15 seconds and we send the order. Without an answer nothing happens.",
    },
    {
      name: "Auto",
      figure: "1×",
      caption: "approval a day",
      body: "One approval in the morning covers the day. Entries follow the plan from there, and you can stop at any moment.",
    },
  ],
  modesNote: "Exits never need your approval, in either mode.",

  dayTitle: "One trading day, minute by minute",
  day: [
    { time: "8:30 AM", what: "We renew your broker login, or send you a link to do it with one tap." },
    { time: "9:10 AM", what: "Funds, instruments and connection are checked. No run starts after this minute." },
    {
      time: "9:15 AM",
      what: "The market opens. Entries are limit orders with a price that protects you; never market orders.",
    },
    { time: "2:45 PM", what: "The last moment for a new entry." },
    { time: "3:00 PM", what: "What is still open is closed." },
    { time: "3:10 PM", what: "Flat. Orders and fills are compared with your broker’s own record." },
  ],
  dayNote: "All times IST, on trading days of the exchange. The chart is an illustration.",
  drawnExit: "target reached",
  drawnStopped: "ended by its stop",
  drawnStop: "the stop rests at your broker",

  recordTitle: areClaimsSamples ? "Track record (sample)" : "Track record",
  recordLink: "See all months",
  ratingLabel: (count: number) => `from ${count} reviews`,
  monthsLabel: "profitable months",
  tradesLabel: "trades in a usual month",

  faqTitle: "Ten questions people ask first",
  faqMore: "Something else?",
  faqSupport: "Write to us",
  /** For an editor, who has access without a plan. */
  planByRole: "Included with your role",
  noEnd: "No end date",
  trialQuestion: "New here?",
  trial: "Start the free trial",
} as const;

export const algorithmFaq: readonly FaqEntry[] = [
  {
    question: "What is the difference between manual and auto mode?",
    answer:
      "In manual mode each entry waits for your approval. In auto mode you approve once in the morning, and the day’s entries follow without another question. You can change the mode on any day before the market opens; exits work the same way in both.",
  },
  {
    question: "What happens if I miss the 15 seconds?",
    answer:
      "The entry lapses and no order is sent. Prices move quickly, so we refuse a late approval instead of trading at another price. The next alert is a new decision.",
  },
  {
    question: "Why does my account need a static IP address?",
    answer:
      "Brokers in India accept orders from an algorithm only from an internet address that is registered for that client. We give your account an address of its own and show you where to enter it at your broker. Reading prices and positions needs no registered address.",
  },
  {
    question: "How does the stop-loss work?",
    answer:
      "In two ways. Every position has a stop order that rests at your broker, not on our server, so it works even if we cannot be reached. And when the day’s loss, open positions included, reaches 1% of your capital, everything is closed and the account is locked until the next trading day. In a gap or at a circuit limit an exit can be worse than its stop.",
  },
  {
    question: "What does the refund guarantee cover?",
    answer: `${serviceClaims.refund}. We compute it from the fills of the account after the period ends, show you the calculation, and return the fee the way you paid it. The guarantee covers the fee; it does not cover trading losses, brokerage or taxes.`,
  },
  {
    question: "Which brokers can I use?",
    answer: `${brokersInWords("and")} today; Delta Exchange is in preparation. Accounts at Zerodha follow the signals of the Angel One desk. Money and shares stay in your own broker account all the time.`,
  },
  {
    question: "How much capital do I need?",
    answer: `From ₹${serviceClaims.capitalFromRupees}. With a small amount some shares cost more than you can buy, or a single share would risk more than the daily limit; such trades are skipped, and you see why. Your plan sets the upper limit.`,
  },
  {
    question: "How are profits taxed?",
    answer:
      "Profits and losses from intraday trading in shares generally count as speculative business income and are taxed at your own slab rate. Your broker’s tax report and our trade history hold the figures. We are no tax advisers; please ask one about your case.",
  },
  {
    question: "What happens when my subscription expires?",
    answer:
      "No new entry is made from that moment. A position that is still open is closed by its own rules, so that no position is left unmanaged. Your account, history and settings stay, and your profile and plan pages stay open.",
  },
  {
    question: "How are my broker credentials protected?",
    answer:
      "Each value is encrypted with AES-256-GCM under keys that are kept apart from the database. It is never written to a log and never shown again in full, not even to you. You can disconnect and delete it at any time when no position is open, and withdraw the access at your broker whenever you like.",
  },
];
