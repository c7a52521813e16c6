import type { AccountId } from "@vriddhi/core/allocation/account-id";
import type { OrderTag } from "@vriddhi/core/order/order";
import type { ApprovalAnswer } from "@vriddhi/core/risk/approval";
import { type IstDate, istDateOf } from "@vriddhi/core/time/ist";
import { WatchedTime } from "@vriddhi/core/time/watched-time";
import { AccountActor } from "./account/account-actor.ts";
import { AccountBook } from "./account/account-book.ts";
import { isHeldBack } from "./account/account-memory.ts";
import { AccountRepository } from "./account/account-repository.ts";
import { endMissedDay } from "./account/end-missed-day.ts";
import { PendingWrites } from "./account/pending-writes.ts";
import { standingOf } from "./entries/standing.ts";
import { BucketHolder } from "./executor/bucket-holder.ts";
import { EntryIntake } from "./executor/entry-intake.ts";
import { Gate } from "./executor/gate.ts";
import { createPriceBroadcast, type PriceBroadcast } from "./executor/price-broadcast.ts";
import { WireTrace } from "./executor/wire-trace.ts";
import type { EntryEligibility, EntryPlan, EntryReceipt, Executor, ExecutorDeps } from "./executor-model.ts";
import type { Block, EntryStop } from "./ports/order-store.ts";
import { type BucketLease, bucketOf } from "./ports/ownership.ts";

/** Initial number of concurrent turns when many accounts wake at once. */
const FIRST_TURNS = 32;

const COVERING: EntryStop = { cause: "covering", closesPositions: false };

interface Seat {
  readonly actor: AccountActor;
  readonly day: IstDate;
}

/** This process knows nothing about an account that it does not own, so it makes no entry. */
const notHeld: EntryEligibility = {
  isBlocked: true,
  isDailyStopHit: false,
  isSymbolWorked: false,
  hasUnresolvedOrder: false,
  entriesToday: 0,
};

class AccountExecutor implements Executor {
  readonly #deps: ExecutorDeps;
  readonly #priceCall: PriceBroadcast;
  readonly #watched: WatchedTime;
  readonly #holder: BucketHolder;
  readonly #intake: EntryIntake;
  readonly #trace: WireTrace;
  readonly #reads: Gate;
  readonly #turns: Gate;
  readonly #seats = new Map<AccountId, Seat>();
  readonly #timers = new Map<string, () => void>();
  #wanted: readonly number[] = [];
  #blocks: readonly Block[] = [];
  /** Lost, and nothing can leave for them any more: to be confirmed in the store. */
  readonly #left = new Set<number>();
  /** `null` before the first read, while nothing may leave. */
  #blockEpoch: number | null = null;
  #isStopped = false;

  constructor(deps: ExecutorDeps) {
    const { store, settings, timers, log, prices } = deps;
    this.#deps = deps;
    this.#watched = new WatchedTime(deps, settings.phaseCheckEveryMs);
    this.#holder = new BucketHolder(deps, settings.leaseMs);
    this.#intake = new EntryIntake({
      deps,
      leaseOf: (account) => this.#leaseOf(account),
      actorOf: (account) => this.#actorOf(account),
      isBlocked: (account) => this.#blocksOf(account).length > 0,
      refreshBlocks: () => this.#tryRefresh(),
    });
    this.#trace = new WireTrace(store, timers, log);
    this.#turns = new Gate(settings.turnsAtOnceMax, FIRST_TURNS);
    this.#reads = new Gate(settings.readsAtOnceMax);
    this.#priceCall = createPriceBroadcast(prices, {
      timers,
      firstMax: settings.firstBatchMax,
      alone: (work) => this.#reads.keepCalm(work),
    });
  }

  async start(buckets: readonly number[]): Promise<void> {
    this.#wanted = buckets;
    while (!this.#isStopped && !(await this.#tryRenew())) await this.#pause();
    this.#repeat("blocks", this.#deps.settings.blockPollMs, () => this.#tryRefresh());
    this.#repeat("leases", this.#deps.settings.leaseRenewMs, () => this.#tryRenew());
    this.#repeat("eyes", this.#deps.settings.phaseCheckEveryMs, async () => this.#checkPhases());
  }

  buckets(): readonly number[] {
    return this.#holder.buckets();
  }

  async prepare(accounts: readonly AccountId[]): Promise<void> {
    await Promise.all(accounts.map((account) => this.#actorOf(account)?.loadedBook()));
  }

  async eligibility(account: AccountId, isin: string): Promise<EntryEligibility> {
    const actor = this.#actorOf(account);
    const book = (await actor?.loadedBook()) ?? null;
    if (actor === null || book === null) return notHeld;
    return standingOf(book, this.#blocksOf(account), isin, isHeldBack(actor.memory, book.orders()));
  }

  enter(plan: EntryPlan): Promise<EntryReceipt> {
    return this.#intake.enter(plan);
  }

  async decideApproval(account: AccountId, tag: OrderTag, answer: ApprovalAnswer): Promise<void> {
    const actor = this.#actorOf(account);
    await actor?.loadedBook();
    actor?.receive({ kind: "approval", tag, answer });
  }

  look(account: AccountId): void {
    this.#seats.get(account)?.actor.look();
  }

  async refreshBlocks(): Promise<void> {
    const known = this.#blockEpoch;
    const epoch = await this.#deps.store.blockEpoch();
    if (epoch === this.#blockEpoch) return;
    const blocks = await this.#deps.store.listBlocks();
    // A read that began at the same time may have found more.
    if (this.#blockEpoch !== known && epoch < (this.#blockEpoch ?? 0)) return;
    this.#blocks = blocks;
    this.#blockEpoch = epoch;
    for (const { actor } of this.#seats.values()) actor.blocksChanged();
  }

  async closeDay(accounts: readonly AccountId[]): Promise<void> {
    await Promise.all(accounts.map((account) => this.#actorOf(account)?.closeDay()));
  }

  async endMissedDay(account: AccountId, day: IstDate): Promise<void> {
    const { store, accounts, humanClock } = this.#deps;
    const repository = new AccountRepository(store, () => this.#leaseOf(account));
    if (this.#leaseOf(account) === null) return;
    const draft = new PendingWrites(new AccountBook(await store.loadAccount(account, day)), humanClock.now());
    endMissedDay(draft, (await accounts.find(account))?.tariff ?? null);
    await repository.commit(draft);
  }

  async turnAll(): Promise<void> {
    await Promise.all([...this.#seats.values()].map(({ actor }) => actor.turnNow()));
  }

  async turnDue(): Promise<void> {
    await Promise.all([...this.#seats.values()].map(({ actor }) => actor.turnIfDue()));
  }

  isUnderWay(): boolean {
    return [...this.#seats.values()].some(({ actor }) => actor.progress() !== "none");
  }

  isBusy(): boolean {
    return [...this.#seats.values()].some(({ actor }) => actor.progress() === "busy");
  }

  isExposed(): boolean {
    return [...this.#seats.values()].some(({ actor }) => actor.isExposed());
  }

  async stop(isRelease: boolean): Promise<void> {
    const seats = [...this.#seats.values()];
    if (isRelease) await Promise.all(seats.map(({ actor }) => actor.drain()));
    this.#isStopped = true;
    for (const cancel of this.#timers.values()) cancel();
    for (const { actor } of seats) actor.stop();
    this.#seats.clear();
    this.#intake.open();
    this.#trace.stop();
    if (!isRelease) return;
    await this.#trace.flush();
    await this.#deps.store.release(this.#deps.worker);
  }

  #leaseOf(account: AccountId): BucketLease | null {
    return this.#isStopped || this.#blockEpoch === null ? null : this.#holder.leaseOf(account);
  }

  #blocksOf(account: AccountId): readonly EntryStop[] {
    const isCovering = this.#holder.isCovering(bucketOf(account));
    if (this.#blocks.length === 0 && !isCovering) return this.#blocks;
    const own = this.#blocks.filter(({ accountId }) => accountId === null || accountId === account);
    return isCovering ? [...own, COVERING] : own;
  }

  /** `null` when another process owns the account. */
  #actorOf(account: AccountId): AccountActor | null {
    if (this.#leaseOf(account) === null) return null;
    const day = istDateOf(this.#deps.marketClock.now());
    const seat = this.#seats.get(account);
    if (seat?.day === day) return seat.actor;
    seat?.actor.stop();
    const actor = this.#seat(account, day);
    this.#seats.set(account, { actor, day });
    return actor;
  }

  #seat(accountId: AccountId, day: IstDate): AccountActor {
    return new AccountActor({
      ...this.#deps,
      watchPrice: this.#priceCall,
      watched: this.#watched,
      accountId,
      day,
      lease: () => this.#leaseOf(accountId),
      leaseLeftMs: () => (this.#isStopped ? 0 : this.#holder.leftMs(accountId)),
      blocks: () => this.#blocksOf(accountId),
      refreshBlocks: () => this.refreshBlocks(),
      lost: () => this.#dropBucket(bucketOf(accountId)),
      entryLeft: (tag) => this.#intake.left(tag),
      trace: (record) => this.#trace.add(record),
      isCalm: () => this.#reads.isCalm(),
      inTurn: () => this.#turns.enter(true),
      inRead: (isUrgent) => this.#reads.enter(isUrgent),
    });
  }

  /** One timer for all accounts, instead of thousands that fire every second. */
  #checkPhases(): void {
    this.#watched.look();
    for (const { actor } of this.#seats.values()) actor.checkPhase();
  }

  #dropBucket(bucket: number): void {
    this.#holder.drop(bucket);
    const stopped = this.#emptySeats(bucket);
    void Promise.all(stopped.map((actor) => actor.ended())).then(() => this.#left.add(bucket));
  }

  async #confirmLost(): Promise<void> {
    const left = [...this.#left];
    if (left.length === 0) return;
    await this.#deps.store.confirmLost(this.#deps.worker, left);
    for (const bucket of left) this.#left.delete(bucket);
  }

  async #tryRefresh(): Promise<boolean> {
    try {
      await this.refreshBlocks();
      return true;
    } catch (error) {
      this.#deps.log.warn({ error: String(error) }, "executor: reading blocks failed");
      return false;
    }
  }

  async #tryRenew(): Promise<boolean> {
    try {
      await this.refreshBlocks();
      const { gained, lost, revived, uncovered } = await this.#holder.renew(this.#wanted);
      for (const bucket of lost) this.#dropBucket(bucket);
      for (const { bucket } of gained) {
        this.#emptySeats(bucket);
        this.#left.delete(bucket);
      }
      if (gained.length > 0) await this.#takeUp(gained);
      for (const [account, { actor }] of this.#seats) if (revived.includes(bucketOf(account))) actor.wake();
      for (const [account, { actor }] of this.#seats) if (uncovered.includes(bucketOf(account))) actor.blocksChanged();
      await this.#confirmLost();
      return true;
    } catch (error) {
      this.#deps.log.warn({ error: String(error) }, "executor: renewing bucket leases failed");
      return false;
    }
  }

  /** Knowledge from an earlier epoch is void. */
  #emptySeats(bucket: number): readonly AccountActor[] {
    const own = [...this.#seats].filter(([account]) => bucketOf(account) === bucket);
    for (const [account, { actor }] of own) {
      actor.stop();
      this.#seats.delete(account);
    }
    return own.map(([, { actor }]) => actor);
  }

  async #takeUp(leases: readonly BucketLease[]): Promise<void> {
    try {
      const days = await this.#deps.store.listOpen(leases, istDateOf(this.#deps.marketClock.now()));
      for (const { accountId } of days) this.#actorOf(accountId)?.wake();
    } catch (error) {
      for (const { bucket } of leases) this.#dropBucket(bucket);
      throw error;
    }
  }

  #repeat(name: string, everyMs: number, work: () => Promise<unknown>): void {
    if (this.#isStopped) return;
    const again = () => void work().then(() => this.#repeat(name, everyMs, work));
    this.#timers.set(name, this.#deps.timers.after(everyMs, again));
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => {
      this.#deps.timers.after(this.#deps.settings.storeRetryMs, resolve);
    });
  }
}

export const createExecutor = (deps: ExecutorDeps): Executor => new AccountExecutor(deps);
