import type { RateShape } from "@vriddhi/brokers/port/rate-shape";
import { accountId } from "@vriddhi/core/allocation/account-id";
import { tariffOf } from "@vriddhi/core/charges/tariff";
import { type LedgerFact, positionIdOf } from "@vriddhi/core/ledger/ledger-event";
import { brokerOrderId, type OrderTag, type Pricing } from "@vriddhi/core/order/order";
import { newOrder, type OrderState } from "@vriddhi/core/order/order-state";
import type { PriceBand } from "@vriddhi/core/order/price-band";
import { TRADING_HOURS } from "@vriddhi/core/risk/trading-hours";
import { paise, rupees } from "@vriddhi/core/shared/money";
import { type EpochMs, epochMs, later } from "@vriddhi/core/time/clock";
import { istDate } from "@vriddhi/core/time/ist";
import { AccountBook } from "../account/account-book.ts";
import { type AccountMemory, createAccountMemory, type RestingShape } from "../account/account-memory.ts";
import type { TradingAccount } from "../ports/account-port.ts";
import type { Quote } from "../ports/price-port.ts";
import type { StoredCommand, StoredOrder } from "../ports/stored-order.ts";
import { EXECUTOR_SETTINGS } from "../settings.ts";
import type { AccountView } from "./account-view.ts";

/** Test facts: an account that bought ten shares at 1,000 rupees, stop at 990, target at 1,020. */
export const NOW = epochMs(1_000_000_000);
export const ACCOUNT = accountId("account-1");
const DAY = istDate("2026-11-16");
export const ENTRY = "ENTRY0000000000" as OrderTag;
export const EXIT = "EXIT00000000000" as OrderTag;
export const POSITION = positionIdOf(ENTRY);
export const ISIN = "INE062A01020";
export const BAND: PriceBand = { lower: paise(90_000), upper: paise(110_000), tick: paise(5) };

const common = {
  day: DAY,
  accountId: ACCOUNT,
  positionId: POSITION,
  signalId: "signal-1",
  instrument: { isin: ISIN, symbol: "SBIN", brokerSymbol: "SBIN", token: "779521", tickSize: paise(5), lotSize: 1 },
  version: 1,
};

export const ago = (ms: number): EpochMs => later(NOW, -ms);

export const entryWith = (state: Partial<OrderState> = {}, change: Partial<StoredOrder> = {}): StoredOrder => ({
  ...common,
  tag: ENTRY,
  n: 0,
  leg: "entry",
  side: "buy",
  pricing: { kind: "limit", limit: paise(100_500) },
  cause: "signal",
  entry: { authority: "run", stop: paise(99_000), target: paise(102_000), validUntil: later(NOW, 10_000) },
  plannedAt: ago(10_000),
  state: { ...newOrder({ leg: "entry", quantity: 10, status: "sending" }), ...state },
  ...change,
});

const filled: Partial<OrderState> = {
  status: "filled",
  filled: 10,
  averagePrice: paise(100_000),
  orderId: brokerOrderId("1"),
  isFinalInBook: true,
};

export const filledEntry = (change: Partial<StoredOrder> = {}): StoredOrder => entryWith(filled, change);

export const STOP: Pricing = { kind: "stop_limit", trigger: paise(99_000), limit: paise(96_030) };

export const exitWith = (state: Partial<OrderState> = {}, change: Partial<StoredOrder> = {}): StoredOrder => ({
  ...common,
  tag: EXIT,
  n: 1,
  leg: "exit",
  side: "sell",
  pricing: STOP,
  cause: "protect",
  entry: null,
  plannedAt: ago(9_000),
  state: {
    ...newOrder({ leg: "exit", quantity: 10, status: "sending" }),
    status: "accepted",
    orderId: brokerOrderId("2"),
    ...state,
  },
  ...change,
});

export const resting: RestingShape = { shape: "stop", isTriggered: false, since: ago(8_000) };

export const commandOf = (
  command: Partial<StoredCommand["command"]> = {},
  verdict: StoredCommand["verdict"] = "open",
) =>
  ({
    tag: EXIT,
    command: { n: 1, sentAt: ago(1_000), answer: "taken", kind: "cancel", ...command },
    verdict,
  }) as StoredCommand;

export const quote = (change: Partial<Quote> = {}): Quote => ({
  source: "desk",
  bid: paise(99_995),
  ask: paise(100_005),
  last: paise(100_000),
  receivedAt: ago(100),
  ...change,
});

export interface ViewFacts extends Partial<Omit<AccountView, "book" | "memory" | "prices" | "account">> {
  readonly orders?: readonly StoredOrder[];
  readonly commands?: readonly StoredCommand[];
  /** Written one millisecond apart, the last of them now. */
  readonly facts?: readonly LedgerFact[];
  readonly memory?: Partial<AccountMemory>;
  readonly quotes?: readonly Quote[];
  readonly band?: PriceBand | null;
  readonly attendedSince?: EpochMs;
  readonly account?: Partial<TradingAccount>;
  readonly rates?: RateShape;
  readonly stopBecomesLimit?: boolean;
  readonly modificationsMax?: number | null;
}

function accountOf({ rates = [], stopBecomesLimit = true, modificationsMax = null, account }: ViewFacts) {
  const adapter = { capabilities: { stopBecomesLimit, modificationsMax }, rates };
  return {
    id: ACCOUNT,
    adapter,
    capital: rupees(100_000),
    ownDailyStop: null,
    tariff: tariffOf("zerodha"),
    hours: TRADING_HOURS,
    ...account,
  } as unknown as TradingAccount;
}

/** A view of these facts in entry hours; the process has owned the account for a minute. */
export function viewOf(facts: ViewFacts = {}): AccountView {
  const { orders = [], commands = [], quotes = [quote()], band = BAND, attendedSince, memory = {} } = facts;
  const written = facts.facts ?? [];
  const ledger = written.map((fact, n) => ({
    accountId: ACCOUNT,
    day: DAY,
    at: later(NOW, n + 1 - written.length),
    fact,
  }));
  return {
    book: new AccountBook({ accountId: ACCOUNT, day: DAY, orders, commands, ledger }),
    memory: { ...createAccountMemory(ago(60_000)), ...memory },
    account: accountOf(facts),
    blocks: facts.blocks ?? [],
    prices: {
      quotes: () => quotes,
      band: () => band,
      ...(attendedSince === undefined ? {} : { attendedSince: () => attendedSince }),
    },
    settings: facts.settings ?? EXECUTOR_SETTINGS,
    now: facts.now ?? NOW,
    watched: facts.watched ?? { sinceMs: (since) => (facts.now ?? NOW) - since, awakeSince: () => epochMs(0) },
    phase: facts.phase ?? "entries",
    isStopping: facts.isStopping ?? false,
  };
}
