import type { AccountId } from "@vriddhi/core/allocation/account-id";
import { shuffledFor } from "@vriddhi/core/allocation/signal-order";
import { toWaves } from "@vriddhi/core/allocation/waves";
import type { TradingBroker } from "@vriddhi/core/broker/trading-broker";
import type { BrokerInstrument } from "@vriddhi/core/order/order";
import { SECOND_MS } from "@vriddhi/core/time/clock";
import type { IstDate } from "@vriddhi/core/time/ist";
import type { EntryReceipt, Executor } from "@vriddhi/execution/executor-model";
import { bucketOf } from "@vriddhi/execution/ports/ownership";
import type { Logger } from "../../platform/log/logger.ts";
import { type AccountPlace, activeAccountsAt } from "./active-accounts.ts";
import type { ActiveAccountRow, FanOutStore, StoredSignal } from "./fan-out.store.ts";
import { type PlanDeps, planAccounts, type SignalDeps, standingsOf } from "./signal-plan.ts";

/** The first chunk is small, so that its orders leave while the others are computed. */
const PLANNED_AT_ONCE = [128, 1_024] as const;
/** A run that began just before the signal may be committed a little after it. */
const LATE_RUNS_MS = 5 * SECOND_MS;

export interface SignalWorkDeps extends PlanDeps {
  readonly store: FanOutStore;
  readonly executor: Pick<Executor, "buckets" | "eligibility" | "enter">;
  brokersOf(desk: string): readonly TradingBroker[];
  instrumentsOf(
    brokers: readonly TradingBroker[],
    day: IstDate,
    isin: string,
  ): Promise<ReadonlyMap<TradingBroker, BrokerInstrument>>;
  activeAccounts(brokers: readonly TradingBroker[], isFresh: boolean): Promise<readonly ActiveAccountRow[]>;
  readonly log: Logger;
}

/** Plans and enters these accounts in the signal's rotation. Returns the accounts without an outcome. */
async function enterAll(
  deps: SignalWorkDeps,
  signalDeps: SignalDeps,
  places: readonly AccountPlace[],
): Promise<readonly AccountId[]> {
  const { signal, instruments } = signalDeps;
  const brokers = new Map(places.map(({ row }) => [row.accountId, row.broker]));
  const notTaken: AccountId[] = [];
  for (const chunk of toWaves(shuffledFor(signal.id, places), PLANNED_AT_ONCE)) {
    const accounts = await standingsOf(deps.executor, signal, chunk, deps.humanClock.now());
    const receipt: EntryReceipt = await deps.executor.enter({
      signal,
      outcomes: shuffledFor(signal.id, planAccounts(deps, signalDeps, accounts)),
      instrumentOf(account) {
        const broker = brokers.get(account);
        return broker === undefined ? null : (instruments.get(broker) ?? null);
      },
    });
    notTaken.push(...receipt.notTaken);
  }
  await notifyPages(
    deps,
    places.map(({ row }) => row.userId),
  );
  return notTaken;
}

/** Runs after everything is stored. Best effort: pages also poll. */
const notifyPages = ({ store, humanClock, log }: SignalWorkDeps, users: readonly string[]): Promise<void> =>
  store
    .notifyPages(users, humanClock.now())
    .catch((error: unknown) => log.warn({ err: error }, "fan-out: page event not published"));

async function signalDepsOf(deps: SignalWorkDeps, signal: StoredSignal): Promise<SignalDeps> {
  const instruments = await deps.instrumentsOf(deps.brokersOf(signal.desk), signal.day, signal.isin);
  const names = [...new Set([...instruments.values()].map(({ brokerSymbol }) => brokerSymbol))];
  const held = await deps.store.listForeign(names, signal.day);
  const foreign = new Map(
    held.map(({ accountId, brokerSymbol, quantity }) => [`${accountId} ${brokerSymbol}`, quantity]),
  );
  return { signal, instruments, foreign };
}

/** This process held the `fresh` buckets before the signal was made, so no account in them has an outcome yet. */
export async function planFresh(
  deps: SignalWorkDeps,
  signal: StoredSignal,
  fresh: ReadonlySet<number>,
): Promise<readonly AccountId[]> {
  const places = activeAccountsAt(await deps.activeAccounts(deps.brokersOf(signal.desk), false), signal.madeAt);
  const own = [...places.values()].filter(({ row }) => fresh.has(bucketOf(row.accountId)));
  return own.length === 0 ? [] : enterAll(deps, await signalDepsOf(deps, signal), own);
}

/** For accounts left out by a crash, takeover, block or late run. `true`: none is left and none can come. */
export async function planMissing(
  deps: SignalWorkDeps,
  signal: StoredSignal,
  held: ReadonlySet<number>,
): Promise<boolean> {
  const brokers = deps.brokersOf(signal.desk);
  const isOver = deps.humanClock.now() >= signal.validUntil + LATE_RUNS_MS;
  const missing = (await deps.store.listMissing(signal, brokers)).filter((account) => held.has(bucketOf(account)));
  if (missing.length === 0) return isOver;
  const places = activeAccountsAt(await deps.activeAccounts(brokers, true), signal.madeAt);
  const own = missing.flatMap((account) => places.get(account) ?? []);
  const left = await enterAll(deps, await signalDepsOf(deps, signal), own);
  deps.log.info(
    { signalId: signal.id, planned: own.length, left: left.length },
    "fan-out: planned accounts that were missing",
  );
  return isOver && left.length === 0;
}
