import { type EntrySignal, type FanOutAccount, planFanOut } from "@vriddhi/core/allocation/fan-out";
import { intradayMargin } from "@vriddhi/core/allocation/intraday-margin";
import { tariffOf } from "@vriddhi/core/charges/tariff";
import type { LedgerFact } from "@vriddhi/core/ledger/ledger-event";
import { ENTRY_VALID_MS } from "@vriddhi/core/order/plan-entry";
import { phaseOfDay, TRADING_HOURS } from "@vriddhi/core/risk/trading-hours";
import { paise } from "@vriddhi/core/shared/money";
import { compareEntries, type Drift } from "@vriddhi/core/strategy/drift";
import type { Enter } from "@vriddhi/core/strategy/strategy";
import { auctionPricesFrom, shortlistAt } from "@vriddhi/core/strategy/strategy-hours";
import { type EpochMs, later, SECOND_MS } from "@vriddhi/core/time/clock";
import { type IstDate, istInstant, istMinute } from "@vriddhi/core/time/ist";
import { nseCalendar } from "@vriddhi/core/time/trading-calendar";
import { bucketOf } from "@vriddhi/execution/ports/ownership";
import type { StoredCommand, StoredOrder } from "@vriddhi/execution/ports/stored-order";
import { DEMO_SEED } from "@vriddhi/sandbox/exchange/demo-seed";
import { createExchange } from "@vriddhi/sandbox/exchange/exchange";
import { createOutside, instrumentAt, type Outside } from "../outside/outside.ts";
import { createDayClock, type DayClock } from "../time/day-clock.ts";
import { VirtualTime } from "../time/virtual-time.ts";
import { MONTH_ACCOUNT, MONTH_BROKER, MONTH_CAPITAL, type MonthAccount, openMonthAccount } from "./month-account.ts";
import { MonthStrategy } from "./month-strategy.ts";

interface MonthSignal extends Omit<EntrySignal, "authority"> {
  readonly symbol: string;
  readonly madeAt: EpochMs;
  readonly sentence: string;
  readonly record: {
    readonly features: readonly number[];
    readonly score: number;
    readonly threshold: number;
    readonly modelHash: string;
  };
}

export interface MonthDay {
  readonly day: IstDate;
  /** `null` if no share qualified. */
  readonly signal: MonthSignal | null;
  /** Shares that left their range and were passed over. */
  readonly passedOver: number;
  readonly drift: Drift;
  readonly minutesReceived: number;
  readonly orders: readonly StoredOrder[];
  readonly commands: readonly StoredCommand[];
  readonly events: readonly { readonly at: EpochMs; readonly fact: LedgerFact }[];
}

/** Market clock and human clock run alike. */
const SPEED = 1;
/** More often than a feed may be silent. */
const BEAT_MS = 3 * SECOND_MS;
const CLOSES_AT = istMinute(15, 32);
const ENDS_AT = istMinute(15, 41);

function signalOf(outside: Outside, day: IstDate, now: EpochMs, entry: Enter): MonthSignal {
  const { symbol, side, price, stop, target, medianTurnover, signal } = entry;
  const { features, score, threshold, modelHash, sentence } = signal;
  return {
    id: `${MONTH_BROKER}-${day}-1`,
    isin: outside.exchange.instrument(symbol)?.isin ?? "",
    symbol,
    side,
    price,
    stop,
    target,
    medianTurnover,
    allCapital: MONTH_CAPITAL,
    rotation: paise(0),
    madeAt: now,
    validUntil: later(now, ENTRY_VALID_MS),
    sentence,
    record: { features, score, threshold, modelHash },
  };
}

/** A running, logged-in account with approval for every trade. */
async function fanOutAccountOf({ executor }: MonthAccount, { isin, price }: MonthSignal): Promise<FanOutAccount> {
  const { isBlocked, isDailyStopHit, isSymbolWorked, hasUnresolvedOrder, entriesToday } = await executor.eligibility(
    MONTH_ACCOUNT,
    isin,
  );
  return {
    id: MONTH_ACCOUNT,
    facts: {
      isRunning: true,
      isBlocked,
      isDailyStopHit,
      isSubscribed: true,
      isConnected: true,
      capital: MONTH_CAPITAL,
      approval: "given",
      hasInstrument: true,
      isIntradayAllowed: true,
      heldQuantity: 0,
      isSymbolWorked,
      hasUnresolvedOrder,
      entriesToday,
      entriesMax: null,
      hasCallBudget: true,
    },
    capitalBefore: paise(0),
    band: MONTH_CAPITAL,
    funds: MONTH_CAPITAL,
    marginPerShare: intradayMargin(price),
    ownDailyStop: null,
    tariff: tariffOf(MONTH_BROKER),
  };
}

async function follow(outside: Outside, account: MonthAccount, day: IstDate, made: MonthSignal): Promise<void> {
  const { symbol, side } = made;
  const signal: EntrySignal = Object.assign({ authority: "run" as const }, made);
  const { lowerCircuit, upperCircuit } = outside.exchange.quote(symbol);
  const { bid, ask, lastPrice } = outside.exchange.top(symbol);
  const instrument = outside.exchange.instrument(symbol);
  if (instrument === null) throw new Error(`${symbol} is not listed`);
  const limits = {
    priceBand: { lower: lowerCircuit, upper: upperCircuit, tick: instrument.tickSize },
    executable: (side === "buy" ? ask : bid) ?? lastPrice,
    phase: phaseOfDay(TRADING_HOURS, day, account.workerProcess.market.now()),
    now: account.workerProcess.human.now(),
  };
  await account.executor.enter({
    signal,
    outcomes: planFanOut(signal, [await fanOutAccountOf(account, made)], limits),
    instrumentOf: () => instrumentAt(MONTH_BROKER, instrument),
  });
}

interface LivedDay {
  readonly desk: MonthStrategy;
  readonly account: MonthAccount;
  readonly made: readonly MonthSignal[];
}

async function live(outside: Outside, clock: DayClock, day: IstDate, seed: number): Promise<LivedDay> {
  const { time } = clock;
  const account = openMonthAccount(outside, clock, seed);
  const desk = new MonthStrategy(outside.exchange, day);
  const made: MonthSignal[] = [];
  const failed: unknown[] = [];
  const begin = (work: Promise<void>): void => void work.catch((error: unknown) => failed.push(error));
  const beat = (): void => {
    outside.beat();
    account.prices.tick();
    for (const entry of desk.takeSignals(clock.market())) {
      const signal = signalOf(outside, day, clock.human(), entry);
      made.push(signal);
      begin(follow(outside, account, day, signal));
    }
    time.after(BEAT_MS, beat);
  };
  begin(account.logIn().then(() => account.executor.start([bucketOf(MONTH_ACCOUNT)])));
  time.after(clock.untilMarket(shortlistAt(day)), () => desk.list());
  time.after(clock.untilMarket(istInstant(day, CLOSES_AT)), () => {
    if (account.tables.orders.size > 0) begin(account.executor.closeDay([MONTH_ACCOUNT]));
  });
  beat();
  await time.liveUntil(clock.untilMarket(istInstant(day, ENDS_AT)), () => failed.length > 0);
  if (failed.length > 0) throw failed[0];
  return { desk, account, made };
}

/** One day before `anchor`, simulated by strategy and order path in virtual time: the same on every machine. */
export async function liveMonthDay(anchor: IstDate, day: IstDate, back: number): Promise<MonthDay> {
  const clock = createDayClock(new VirtualTime(), auctionPricesFrom(day), SPEED);
  const seed = DEMO_SEED + back;
  // Fewer ticks than in the sandbox, and the same minutes.
  const settings = { anchorDate: anchor, isCountedFromAnchor: true, detail: "sparse" as const };
  const market = createExchange({ seed: DEMO_SEED, calendar: nseCalendar, settings });
  const outside = createOutside(clock, seed, market);
  const { desk, account, made } = await live(outside, clock, day, seed);
  const isinOf = (symbol: string) => outside.exchange.instrument(symbol)?.isin ?? "";
  const again = desk.decideAgain().map(({ symbol, side }) => ({ isin: isinOf(symbol), side }));
  const { orders, commands, ledger } = account.tables;
  return {
    day,
    signal: made[0] ?? null,
    passedOver: desk.passedOver,
    drift: compareEntries(made, again),
    minutesReceived: desk.minutesReceived(),
    orders: [...orders.values()],
    commands: [...commands.values()],
    events: ledger.map(({ at, fact }) => ({ at, fact })),
  };
}
