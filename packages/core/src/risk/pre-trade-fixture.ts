import { paise, rupees } from "../shared/money.ts";
import { epochMs } from "../time/clock.ts";
import type { AccountFacts, EntryFacts } from "./pre-trade.ts";

export const goodAccount: AccountFacts = {
  isRunning: true,
  isBlocked: false,
  isDailyStopHit: false,
  isSubscribed: true,
  isConnected: true,
  capital: rupees(100_000),
  approval: "given",
  hasInstrument: true,
  isIntradayAllowed: true,
  heldQuantity: 0,
  isSymbolWorked: false,
  hasUnresolvedOrder: false,
  entriesToday: 0,
  entriesMax: 3,
  hasCallBudget: true,
};

export const goodEntry: EntryFacts = {
  authority: "run",
  stage: "send",
  side: "buy",
  signalPrice: rupees(1_000),
  executable: paise(100_100),
  band: { lower: rupees(900), upper: rupees(1_100), tick: paise(5) },
  phase: "entries",
  validUntil: epochMs(20_000),
  now: epochMs(1_000),
  account: goodAccount,
};
