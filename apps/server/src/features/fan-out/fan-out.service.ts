import type { AccountId } from "@vriddhi/core/allocation/account-id";
import { type TradingBroker, tradingBrokers } from "@vriddhi/core/broker/trading-broker";
import { SECOND_MS } from "@vriddhi/core/time/clock";
import { type IstDate, istDateOf } from "@vriddhi/core/time/ist";
import type { Executor } from "@vriddhi/execution/executor-model";
import { bucketOf } from "@vriddhi/execution/ports/ownership";
import { oneAtATime } from "../../platform/clock/one-at-a-time.ts";
import { withTimeout } from "../../platform/clock/with-timeout.ts";
import { byAccount } from "./active-accounts.ts";
import type { ActiveAccountRow, StoredSignal } from "./fan-out.store.ts";
import { planFresh, planMissing, type SignalWorkDeps } from "./signal-work.ts";

/** Maximum age of the list of active accounts when a signal comes; the search for missing accounts finds the rest. */
const ACTIVE_ACCOUNTS_AGE_MAX_MS = 3 * SECOND_MS;
/** How often a valid signal is checked for accounts without an outcome. */
const MISSING_EVERY_MS = SECOND_MS;
/** Accounts whose orders are loaded together before their first signal. */
const PREPARED_AT_ONCE = 256;
const PREPARED_WITHIN_MS = 5 * SECOND_MS;

export interface FanOutDeps extends Omit<SignalWorkDeps, "activeAccounts" | "executor"> {
  /** Reads the positions of these accounts that are not ours, in the background. */
  readForeign(accounts: readonly AccountId[], day: IstDate): Promise<void>;
  readonly executor: Pick<Executor, "buckets" | "eligibility" | "enter" | "prepare">;
}

export interface FanOut {
  /** Polls for signals and starts planning those without an outcome. Called often; one call is one small read. */
  look(): Promise<void>;
  /** Called when the query for the day's signals is sent; the answer that there is none counts as a poll. */
  asked(): (hasSignals: boolean) => void;
  /** Reads the active accounts and loads their orders, so that a signal finds everything in memory. */
  prepare(): Promise<void>;
  /** Resolves when every signal stored before the call is planned. */
  idle(): Promise<void>;
}

interface Progress {
  readonly planned: Set<number>;
  readonly settled: Set<number>;
  missingLookedAt: number;
  task: Promise<void> | null;
}

class ActiveAccounts {
  readonly #deps: FanOutDeps;
  #rows: readonly ActiveAccountRow[] = [];
  #readAt = Number.NEGATIVE_INFINITY;
  #day: IstDate | null = null;

  constructor(deps: FanOutDeps) {
    this.#deps = deps;
  }

  async read(): Promise<readonly ActiveAccountRow[]> {
    const { store, humanClock, marketClock } = this.#deps;
    const [at, marketNow] = [humanClock.now(), marketClock.now()];
    const day = istDateOf(marketNow);
    this.#rows = [...(await store.readActiveAccounts(tradingBrokers, day, marketNow))].sort(byAccount);
    this.#readAt = at;
    this.#day = day;
    return this.#rows;
  }

  async of(brokers: readonly TradingBroker[], isFresh: boolean): Promise<readonly ActiveAccountRow[]> {
    const { humanClock, marketClock } = this.#deps;
    const isGood =
      !isFresh &&
      this.#day === istDateOf(marketClock.now()) &&
      humanClock.now() - this.#readAt < ACTIVE_ACCOUNTS_AGE_MAX_MS;
    const rows = isGood ? this.#rows : await this.read();
    return rows.filter(({ broker }) => brokers.includes(broker));
  }
}

class SignalFanOut implements FanOut {
  readonly #deps: FanOutDeps;
  readonly #work: SignalWorkDeps;
  readonly #activeAccounts: ActiveAccounts;
  readonly #progress = new Map<string, Progress>();
  readonly #prepared = new Set<string>();
  /** Buckets and signals at the last poll; `null` before the first poll. */
  #before: { readonly held: ReadonlySet<number>; readonly signals: ReadonlySet<string> } | null = null;
  #day: IstDate | null = null;
  #foreign: Promise<void> = Promise.resolve();
  readonly look = oneAtATime(() => this.#lookOnce());

  constructor(deps: FanOutDeps) {
    this.#deps = deps;
    this.#activeAccounts = new ActiveAccounts(deps);
    this.#work = {
      store: deps.store,
      executor: deps.executor,
      brokersOf: deps.brokersOf,
      instrumentsOf: deps.instrumentsOf,
      prices: deps.prices,
      humanClock: deps.humanClock,
      marketClock: deps.marketClock,
      log: deps.log,
      activeAccounts: (brokers, isFresh) => this.#activeAccounts.of(brokers, isFresh),
    };
  }

  async #lookOnce(): Promise<void> {
    const day = istDateOf(this.#deps.marketClock.now());
    this.#turnTo(day);
    // Buckets are read before the signals: a bucket acquired in between counts as new.
    const held = new Set(this.#deps.executor.buckets());
    const signals = await this.#deps.store.listSignals(day);
    for (const signal of signals) this.#begin(signal, held);
    this.#before = { held, signals: new Set(signals.map(({ id }) => id)) };
  }

  readonly asked = (): ((hasSignals: boolean) => void) => {
    const day = istDateOf(this.#deps.marketClock.now());
    this.#turnTo(day);
    const held = new Set(this.#deps.executor.buckets());
    return (hasSignals) => {
      const isNews = !hasSignals && this.#day === day && this.#progress.size === 0;
      if (isNews) this.#before = { held, signals: new Set() };
    };
  };

  readonly prepare = async (): Promise<void> => {
    const { executor } = this.#deps;
    this.#turnTo(istDateOf(this.#deps.marketClock.now()));
    const rows = await this.#activeAccounts.read();
    const held = new Set(executor.buckets());
    const isNew = ({ accountId, stoppedAt }: ActiveAccountRow): boolean =>
      stoppedAt === null && held.has(bucketOf(accountId)) && !this.#prepared.has(accountId);
    const wanted = rows.filter(isNew).map(({ accountId }) => accountId);
    for (let from = 0; from < wanted.length; from += PREPARED_AT_ONCE) {
      const part = wanted.slice(from, from + PREPARED_AT_ONCE);
      // An account that fails to load does not delay the others; it is loaded again with its signal.
      await withTimeout(PREPARED_WITHIN_MS, executor.prepare(part));
      for (const account of part) this.#prepared.add(account);
      this.#askForeign(part);
    }
  };

  readonly idle = async (): Promise<void> => {
    await this.look();
    for (;;) {
      const tasks = [...this.#progress.values()].flatMap(({ task }) => task ?? []);
      if (tasks.length === 0) return;
      await Promise.all(tasks);
    }
  };

  #askForeign(accounts: readonly AccountId[]): void {
    const { executor, readForeign, log, marketClock } = this.#deps;
    const day = istDateOf(marketClock.now());
    const isUntouched = async (account: AccountId) => (await executor.eligibility(account, "")).entriesToday === 0;
    const ask = async (): Promise<void> => {
      const untouched = await Promise.all(accounts.map(isUntouched));
      await readForeign(
        accounts.filter((_, place) => untouched[place]),
        day,
      );
    };
    this.#foreign = this.#foreign
      .then(ask)
      .catch((error: unknown) => log.warn({ err: error }, "fan-out: reading positions failed"));
  }

  #turnTo(day: IstDate): void {
    if (this.#day === day) return;
    this.#day = day;
    this.#progress.clear();
    this.#prepared.clear();
    this.#before = null;
  }

  /** Accounts in these buckets cannot have an outcome yet: this process held the buckets before the signal existed. */
  #freshFor(signal: StoredSignal, held: ReadonlySet<number>): ReadonlySet<number> {
    const before = this.#before;
    if (before === null || before.signals.has(signal.id)) return new Set();
    return new Set([...held].filter((bucket) => before.held.has(bucket)));
  }

  #begin(signal: StoredSignal, held: ReadonlySet<number>): void {
    const known = this.#progress.get(signal.id);
    const progress: Progress = known ?? {
      planned: new Set(),
      settled: new Set(),
      missingLookedAt: Number.NEGATIVE_INFINITY,
      task: null,
    };
    this.#progress.set(signal.id, progress);
    if (progress.task !== null) return;
    const work = known === undefined ? this.#first(signal, progress, held) : this.#again(signal, progress, held);
    if (work === null) return;
    progress.task = work
      .catch((error: unknown) =>
        this.#deps.log.error({ err: error, signalId: signal.id }, "fan-out: planning a signal failed, retrying"),
      )
      .finally(() => {
        progress.task = null;
      });
  }

  async #first(signal: StoredSignal, progress: Progress, held: ReadonlySet<number>): Promise<void> {
    const fresh = this.#freshFor(signal, held);
    if (fresh.size > 0) await planFresh(this.#work, signal, fresh);
    for (const bucket of fresh) progress.planned.add(bucket);
    if (fresh.size < held.size) await this.#missing(signal, progress, held);
  }

  /** `null` when there is nothing to do now. */
  #again(signal: StoredSignal, progress: Progress, held: ReadonlySet<number>): Promise<void> | null {
    const open = [...held].filter((bucket) => !progress.settled.has(bucket));
    if (open.length === 0) return null;
    const isNew = open.some((bucket) => !progress.planned.has(bucket));
    const isDue = this.#deps.humanClock.now() - progress.missingLookedAt >= MISSING_EVERY_MS;
    return isNew || isDue ? this.#missing(signal, progress, new Set(open)) : null;
  }

  async #missing(signal: StoredSignal, progress: Progress, buckets: ReadonlySet<number>): Promise<void> {
    progress.missingLookedAt = this.#deps.humanClock.now();
    const isSettled = await planMissing(this.#work, signal, buckets);
    for (const bucket of buckets) {
      progress.planned.add(bucket);
      if (isSettled) progress.settled.add(bucket);
    }
  }
}

export const createFanOut = (deps: FanOutDeps): FanOut => new SignalFanOut(deps);
