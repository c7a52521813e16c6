import { brokerTitles } from "@vriddhi/core/broker/broker-title";
import type { TradingBroker } from "@vriddhi/core/broker/trading-broker";

/** Brokers' display names; paper has its own. */
const nameOf = (broker: TradingBroker): string => (broker === "paper" ? "paper" : brokerTitles[broker]);

const joined = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? "") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;

export const killTexts = {
  button: "Stop everything",
  question: "Stop everything?",
  body: "Closes our open positions, cancels every order of ours at all your brokers, and starts nothing again today or automatically on later days.",
  bodyNothing:
    "No open positions here. We will still cancel every pending order, and nothing starts again today or automatically on later days.",
  keepGoing: "Cancel",
  stopNow: "Stop now",
  stopping: "Stopping",
  closing: (brokers: readonly TradingBroker[]) =>
    `Entries are blocked. Something is still open at ${joined(brokers.map(nameOf))}: it is being closed. This message stays until your broker confirms it.`,
  flat: "Flat, proved",
  flatBody: "Nothing of ours is held at any broker, and no order of ours can trade.",
  notProved: "Not confirmed yet",
  notProvedBody:
    "No answer came, so we do not know whether everything is stopped. Press again. If it stays so, use your broker's own app.",
  tryAgain: "Press again",
  close: "Close",
  lifted: "Starting is allowed again",
  lift: "Allow starts again",
} as const;
