import type { AccountId } from "@vriddhi/core/allocation/account-id";
import type { FanOutOutcome } from "@vriddhi/core/allocation/fan-out";
import { intradayMargin } from "@vriddhi/core/allocation/intraday-margin";
import { toWaves } from "@vriddhi/core/allocation/waves";
import { type OperatorLimits, planOperatorShare, toOperatorSignal } from "@vriddhi/core/back-office/operator-order";
import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import type { BrokerInstrument } from "@vriddhi/core/order/order";
import { assumedBand } from "@vriddhi/core/order/price-band";
import { phaseOfDay, TRADING_HOURS } from "@vriddhi/core/risk/trading-hours";
import { type Paise, paise } from "@vriddhi/core/shared/money";
import { type EpochMs, type HumanClock, type MarketClock, SECOND_MS } from "@vriddhi/core/time/clock";
import { type IstDate, istDateOf } from "@vriddhi/core/time/ist";
import type { EntryEligibility, Executor } from "@vriddhi/execution/executor-model";
import { bucketOf } from "@vriddhi/execution/ports/ownership";
import { oneAtATime } from "../../platform/clock/one-at-a-time.ts";
import { withTimeout } from "../../platform/clock/with-timeout.ts";
import type { Logger } from "../../platform/log/logger.ts";
import type { AdminOrderStore, OpenShare, OperatorRow } from "./admin-order.store.ts";
import type { LatestPrices } from "./latest-price.ts";
import { executableNow } from "./latest-price.ts";

/** The first chunk is small, so that its orders leave while the others are loaded. */
const PLANNED_AT_ONCE = [64, 512] as const;
const PREPARED_WITHIN_MS = 5 * SECOND_MS;
const STANDING_WITHIN_MS = 1_500;
/** Without the instrument every account is skipped, whatever the tick size. */
const FALLBACK_TICK = 5 as Paise;

export interface OperatorFanOutDeps {
  readonly store: Pick<AdminOrderStore, "listOn" | "listOpen">;
  readonly executor: Pick<Executor, "buckets" | "eligibility" | "enter" | "prepare">;
  readonly prices: LatestPrices;
  readonly humanClock: HumanClock;
  readonly marketClock: MarketClock;
  readonly log: Logger;
  instrumentsOf(isin: string, day: IstDate): Promise<ReadonlyMap<BrokerName, BrokerInstrument>>;
}

export interface OperatorFanOut {
  /** Gives every share of this process's buckets its outcome. Called often; one call is one small read. */
  look(): Promise<void>;
}

/** Used when no entry is possible anyway, so the account is not queried: it may not be loaded. */
const UNASKED: EntryEligibility = {
  isBlocked: false,
  isDailyStopHit: false,
  isSymbolWorked: false,
  hasUnresolvedOrder: false,
  entriesToday: 0,
};

interface EligibleShare {
  readonly share: OpenShare;
  readonly eligibility: EntryEligibility;
}

function toOutcome(
  row: OperatorRow,
  { share, eligibility }: EligibleShare,
  instrument: BrokerInstrument | undefined,
  limits: OperatorLimits & { readonly marketNow: EpochMs },
): FanOutOutcome {
  const { sessionUntil, band, funds, capital, entriesMax, neverTrade, foreign } = share;
  const account = {
    id: share.accountId,
    quantity: share.quantity,
    facts: {
      isRunning: false,
      isBlocked: eligibility.isBlocked,
      isDailyStopHit: eligibility.isDailyStopHit,
      isSubscribed: band !== null,
      isConnected: sessionUntil !== null && sessionUntil > limits.marketNow,
      capital,
      approval: "missing" as const,
      hasInstrument: instrument !== undefined,
      isIntradayAllowed: true,
      isUnwanted: neverTrade.includes(row.symbol),
      heldQuantity: instrument === undefined ? 0 : (foreign[instrument.brokerSymbol] ?? 0),
      isSymbolWorked: eligibility.isSymbolWorked,
      hasUnresolvedOrder: eligibility.hasUnresolvedOrder,
      entriesToday: eligibility.entriesToday,
      entriesMax,
      // The rate limiter counts calls when they are sent.
      hasCallBudget: true,
    },
    band: band ?? paise(0),
    // Unread funds count as the capital: a broker with less refuses the order.
    funds: funds ?? capital,
    marginPerShare: intradayMargin(row.price),
  };
  return planOperatorShare(row, account, limits);
}

/** What each account's own orders allow, for the accounts that answer in time; the others follow at the next poll. */
async function eligibilityOf(
  { executor, humanClock }: OperatorFanOutDeps,
  row: OperatorRow,
  shares: readonly OpenShare[],
): Promise<readonly EligibleShare[]> {
  const answered: EligibleShare[] = [];
  const isLate = humanClock.now() >= row.validUntil;
  const isAsked = ({ sessionUntil }: OpenShare): boolean => sessionUntil !== null && !isLate;
  const wanted = shares.filter(isAsked).map(({ accountId }) => accountId);
  // An account that fails to load does not delay the others; it is loaded again at the next poll.
  await withTimeout(PREPARED_WITHIN_MS, executor.prepare(wanted));
  const ask = async (share: OpenShare): Promise<void> => {
    const eligibility = isAsked(share) ? await executor.eligibility(share.accountId, row.isin) : UNASKED;
    answered.push({ share, eligibility });
  };
  await withTimeout(STANDING_WITHIN_MS, Promise.allSettled(shares.map(ask)));
  return [...answered];
}

export function createOperatorFanOut(deps: OperatorFanOutDeps): OperatorFanOut {
  const { store, executor, prices, humanClock, marketClock, log } = deps;
  const settled = new Set<string>();
  let day: IstDate | null = null;

  async function enter(row: OperatorRow, shares: readonly OpenShare[]): Promise<void> {
    const instruments = await deps.instrumentsOf(row.isin, row.day);
    const brokers = new Map<AccountId, BrokerName>(shares.map(({ accountId, broker }) => [accountId, broker]));
    for (const chunk of toWaves(shares, PLANNED_AT_ONCE)) {
      const eligibility = await eligibilityOf(deps, row, chunk);
      const [now, marketNow] = [humanClock.now(), marketClock.now()];
      const executable = executableNow(prices, row, now);
      const limitsAt = (tick: Paise) => ({
        priceBand: prices.band(row.isin) ?? assumedBand(row.price, tick),
        executable,
        phase: phaseOfDay(TRADING_HOURS, row.day, marketNow),
        now,
        marketNow,
      });
      await executor.enter({
        signal: toOperatorSignal(row),
        outcomes: eligibility.map((each) => {
          const instrument = instruments.get(each.share.broker);
          return toOutcome(row, each, instrument, limitsAt(instrument?.tickSize ?? FALLBACK_TICK));
        }),
        instrumentOf(account) {
          const broker = brokers.get(account);
          return broker === undefined ? null : (instruments.get(broker) ?? null);
        },
      });
    }
  }

  async function work(row: OperatorRow): Promise<void> {
    const open = await store.listOpen(row, marketClock.now());
    // A row is stored with all its shares, so no more can come.
    if (open.length === 0) return void settled.add(row.id);
    const held = new Set(executor.buckets());
    const own = open.filter(({ accountId }) => held.has(bucketOf(accountId)));
    if (own.length > 0) await enter(row, own);
  }

  const look = oneAtATime(async () => {
    const today = istDateOf(marketClock.now());
    if (day !== today) settled.clear();
    day = today;
    for (const row of await store.listOn(today)) {
      if (settled.has(row.id)) continue;
      await work(row).catch((error: unknown) =>
        log.error({ err: error, orderId: row.id }, "operator orders: planning failed, retrying"),
      );
    }
  });
  return { look };
}
