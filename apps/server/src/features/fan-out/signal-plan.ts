import { type FanOutLimits, type FanOutOutcome, planFanOut } from "@vriddhi/core/allocation/fan-out";
import { type TradingBroker, tradingBrokers } from "@vriddhi/core/broker/trading-broker";
import type { BrokerInstrument, Side } from "@vriddhi/core/order/order";
import { assumedBand } from "@vriddhi/core/order/price-band";
import { FEED_SILENT_MS } from "@vriddhi/core/risk/price-watch";
import { phaseOfDay, TRADING_HOURS } from "@vriddhi/core/risk/trading-hours";
import type { Paise } from "@vriddhi/core/shared/money";
import type { EpochMs, HumanClock, MarketClock } from "@vriddhi/core/time/clock";
import type { EntryEligibility, Executor } from "@vriddhi/execution/executor-model";
import type { PricePort, Quote } from "@vriddhi/execution/ports/price-port";
import { withTimeout } from "../../platform/clock/with-timeout.ts";
import { type AccountPlace, toFanOutAccount } from "./active-accounts.ts";
import type { StoredSignal } from "./fan-out.store.ts";

export interface PlanDeps {
  readonly prices: Pick<PricePort, "quotes" | "band">;
  readonly humanClock: HumanClock;
  readonly marketClock: MarketClock;
}

export interface SignalDeps {
  readonly signal: StoredSignal;
  /** The instrument at each broker today; a broker without an entry cannot trade the share. */
  readonly instruments: ReadonlyMap<TradingBroker, BrokerInstrument>;
  /** Positions that are not ours, by account and broker symbol. */
  readonly foreign: ReadonlyMap<string, number>;
}

const sideOf = ({ bid, ask, last }: Quote, side: Side): Paise => (side === "buy" ? ask : bid) ?? last;

/** The signal's own price is a received price and expires like any other; `null` without a recent price. */
function executableOf(prices: Pick<PricePort, "quotes">, signal: StoredSignal, now: EpochMs): Paise | null {
  const { isin, side, price, madeAt } = signal;
  const received = prices.quotes(isin).map((quote) => ({ price: sideOf(quote, side), at: quote.receivedAt }));
  const newest = [...received, { price, at: madeAt }].reduce((best, each) => (each.at > best.at ? each : best));
  return now - newest.at < FEED_SILENT_MS ? newest.price : null;
}

export function planAccounts(
  { prices, humanClock, marketClock }: PlanDeps,
  { signal, instruments, foreign }: SignalDeps,
  accounts: readonly StandingAccount[],
): readonly FanOutOutcome[] {
  const [now, marketNow] = [humanClock.now(), marketClock.now()];
  const executable = executableOf(prices, signal, now);
  const phase = phaseOfDay(TRADING_HOURS, signal.day, marketNow);
  const limitsAt = (tick: Paise): FanOutLimits => {
    const priceBand = prices.band(signal.isin) ?? assumedBand(signal.price, tick);
    return { priceBand, executable, phase, now };
  };
  return tradingBrokers.flatMap((broker) => {
    const instrument = instruments.get(broker);
    const own = accounts.filter(({ place }) => place.row.broker === broker);
    const facts = own.map(({ place, eligibility }) =>
      toFanOutAccount(place, {
        eligibility,
        hasInstrument: instrument !== undefined,
        foreignQuantity: foreign.get(`${place.row.accountId} ${instrument?.brokerSymbol}`) ?? 0,
        symbol: signal.symbol,
        price: signal.price,
        marketNow,
      }),
    );
    // Without the instrument every account is skipped, whatever the tick size.
    return planFanOut(signal, facts, limitsAt(instrument?.tickSize ?? FALLBACK_TICK));
  });
}

const FALLBACK_TICK = 5 as Paise;

/** How long a chunk waits for its accounts; an account that answers later is planned later. */
const STANDING_WITHIN_MS = 1_500;

/** Used when no entry is possible anyway, so the account is not queried: it may not be loaded. */
const UNASKED: EntryEligibility = {
  isBlocked: false,
  isDailyStopHit: false,
  isSymbolWorked: false,
  hasUnresolvedOrder: false,
  entriesToday: 0,
};

export interface StandingAccount {
  readonly place: AccountPlace;
  readonly eligibility: EntryEligibility;
}

export async function standingsOf(
  executor: Pick<Executor, "eligibility">,
  { isin, validUntil }: StoredSignal,
  places: readonly AccountPlace[],
  now: EpochMs,
): Promise<readonly StandingAccount[]> {
  const answered: StandingAccount[] = [];
  const ask = async (place: AccountPlace): Promise<void> => {
    const { accountId, sessionUntil, broker } = place.row;
    const isAsked = (sessionUntil !== null || broker === "paper") && now < validUntil;
    const eligibility = isAsked ? await executor.eligibility(accountId, isin) : UNASKED;
    answered.push({ place, eligibility });
  };
  await withTimeout(STANDING_WITHIN_MS, Promise.allSettled(places.map(ask)));
  return [...answered];
}
