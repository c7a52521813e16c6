import type { LedgerEvent } from "@vriddhi/core/ledger/ledger-event";
import type { OrderTag } from "@vriddhi/core/order/order";
import { type DayPhase, phaseOfDay } from "@vriddhi/core/risk/trading-hours";
import { type EpochMs, later } from "@vriddhi/core/time/clock";
import { type AccountView, areEntriesStopped } from "../decide/account-view.ts";
import {
  decideAccount,
  isAnswerAwaited,
  isCall,
  isDailyStop,
  isPiggybacked,
  type Step,
} from "../decide/decide-account.ts";
import { earliest, isActive, isOnlySending, isResting } from "../decide/plan-reads.ts";
import { priceWakeFilter } from "../decide/price-wake-filter.ts";
import { type Progress, progressOf } from "../decide/under-way.ts";
import type { PlannedEntry } from "../entries/plan-entries.ts";
import type { TradingAccount } from "../ports/account-port.ts";
import type { StoredOrder } from "../ports/stored-order.ts";
import { AccountBook } from "./account-book.ts";
import { AccountBookReader } from "./account-book-reader.ts";
import { AccountFeedListener } from "./account-feed-listener.ts";
import { AccountLedgerWriter } from "./account-ledger-writer.ts";
import { type AccountMemory, createAccountMemory } from "./account-memory.ts";
import { AccountRepository, TurnHalted } from "./account-repository.ts";
import { AccountStepRunner } from "./account-step-runner.ts";
import { AccountTurns, type Sleep, sleepOf } from "./account-turns.ts";
import type { ActorDeps, Message } from "./actor-model.ts";
import { spentCalls } from "./budget.ts";
import { DayEnd } from "./day-end.ts";
import { pendingWritesOf } from "./pending-writes-of.ts";
import { AccountReader } from "./reader.ts";
import { recover } from "./recover.ts";
import { AccountSender } from "./sender.ts";

/** Rounds of steps in one turn; the next turn does the rest. */
const ROUNDS_MAX = 12;
/** Immediate re-reads of a stale book; after that the pauses of a failing store apply. */
const STALE_AT_ONCE_MAX = 3;

interface Loaded {
  readonly account: TradingAccount;
  readonly reader: AccountReader;
  readonly stepRunner: AccountStepRunner;
}

/** Serial turns decide from current facts and await no broker call: an exit waits for no entry and no slow book. */
export class AccountActor {
  readonly #deps: ActorDeps;
  readonly memory: AccountMemory;
  readonly #repository: AccountRepository;
  readonly #ledgerWriter: AccountLedgerWriter;
  readonly #bookReader: AccountBookReader;
  readonly #feedListener: AccountFeedListener;
  readonly #turns: AccountTurns;
  readonly #dayEnd: DayEnd;
  readonly #adopted = new Map<OrderTag, PlannedEntry>();
  #loaded: Loaded | null = null;
  #book: AccountBook | null = null;
  #inbox: readonly Message[] = [];
  #isDraining = false;
  #isStopped = false;
  #isUnknown = false;
  #isSeeded = false;
  #failures = 0;
  #phase: DayPhase | null = null;
  #onClosed: readonly (() => void)[] = [];

  constructor(deps: ActorDeps) {
    this.#deps = deps;
    this.memory = createAccountMemory(deps.humanClock.now());
    this.#repository = new AccountRepository(deps.store, () => (this.#isStopped ? null : deps.lease()));
    this.#ledgerWriter = new AccountLedgerWriter(deps, this.memory, this.#repository);
    this.#turns = new AccountTurns(deps, () => this.#turnOrRetry());
    this.#dayEnd = new DayEnd(
      this.#repository,
      () => this.#loaded?.stepRunner.callBack(true),
      () => {
        this.#book = null;
      },
    );
    this.#bookReader = new AccountBookReader(
      deps,
      (message) => this.receive(message),
      () => this.#feedListener.hasOrderUpdates(),
    );
    this.#feedListener = new AccountFeedListener(deps, {
      hinted: () => this.look(),
      opened: () => this.#readMissedUpdates(),
      priced: () => this.#turns.next(),
      judged: () => this.#judgeDay(),
    });
  }

  /** Registers an entry before its INSERT: nothing follows from its row until `adopt` or `doubt`. */
  expect(tag: OrderTag): void {
    this.memory.expected.add(tag);
  }

  /** The INSERT is confirmed; a row in `sending` is dispatched by the next turn. */
  adopt(order: StoredOrder, event: LedgerEvent): void {
    this.memory.expected.delete(order.tag);
    if (order.state.status === "sending") this.memory.mayGo.add(order.tag);
    this.#adopted.set(order.tag, { order, event });
    if (this.#book !== null) this.#takeConfirmed(this.#book);
    this.wake();
  }

  doubt(tag: OrderTag): void {
    this.memory.expected.delete(tag);
    this.memory.tried.add(tag);
    this.#book = null;
    this.wake();
  }

  receive(message: Message): void {
    if (this.#isStopped) return;
    this.#inbox = [...this.#inbox, message];
    if (message.kind === "placed" || message.kind === "commanded") this.#bookReader.markDirty();
    this.wake();
  }

  /** A book read in progress wakes the account when it arrives. */
  look(): void {
    this.#bookReader.markDirty();
    if (!this.#bookReader.isReadingBook()) this.wake();
  }

  /** Order updates just connected: reads what happened before, if something is open. */
  #readMissedUpdates(): void {
    if (this.#book === null || !isOnlySending(this.#book, this.memory)) this.look();
  }

  blocksChanged(): void {
    if (this.#areEntriesStopped()) this.#loaded?.stepRunner.callBack(true);
    this.wake();
  }

  #areEntriesStopped(): boolean {
    if (this.#book === null || this.#loaded === null) return this.#deps.blocks().length > 0;
    return areEntriesStopped(this.#view(this.#book, this.#loaded));
  }

  /** `null` when the actor stopped before its book was loaded. */
  async loadedBook(): Promise<AccountBook | null> {
    const { timers, settings } = this.#deps;
    while (this.#book === null && !this.#isStopped) {
      await this.#turns.next();
      if (this.#isUnknown) return this.#book;
      if (this.#book === null) await new Promise<void>((resolve) => timers.after(settings.storeRetryMs, resolve));
    }
    return this.#book;
  }

  /** Checks clocks and prices now if something is open; resolves when that is done. */
  async turnNow(): Promise<void> {
    if (this.#turns.isRunning() || this.isExposed()) await this.#turns.next();
  }

  /** The same, if a price or the market's time since the last turn calls for it. */
  async turnIfDue(): Promise<void> {
    const isTime = this.#turns.sinceMs() >= this.#deps.settings.turnEveryMs;
    if (isTime || this.#turns.isRunning() || this.#feedListener.isPriceDue()) await this.turnNow();
  }

  isExposed(): boolean {
    return this.#book !== null && isActive(this.#book);
  }

  progress(): Progress {
    if (this.#isStopped) return "none";
    if (this.#turns.isRunning() || this.#inbox.length > 0 || this.memory.expected.size > 0) return "busy";
    if (this.#dayEnd.writing() !== null) return "busy";
    const book = this.#book;
    if (book === null || !isActive(book)) return "none";
    return this.#bookReader.isBookAwaited() ? "busy" : progressOf(book, this.memory, this.#deps.humanClock.now());
  }

  closeDay(): Promise<void> {
    return new Promise((resolve) => {
      this.#onClosed = [...this.#onClosed, resolve];
      this.wake();
    });
  }

  /** Waits until dispatched calls are answered and recorded; starts nothing new. */
  async drain(): Promise<void> {
    this.#isDraining = true;
    this.#loaded?.stepRunner.callBack(false);
    await this.#loaded?.stepRunner.answered();
    if (this.#inbox.length > 0 && !this.#isStopped) await this.#turns.next();
  }

  /** Stops like a crash: no more writes, no more dispatches. */
  stop(): void {
    this.#isStopped = true;
    this.#turns.stop();
    this.#feedListener.close();
    this.#loaded?.stepRunner.callBack(false);
    for (const resolve of this.#onClosed) resolve();
  }

  /** After `stop`: resolves when no call of this account can leave any more. */
  async ended(): Promise<void> {
    await this.#loaded?.stepRunner.answered();
  }

  wake(): void {
    this.#turns.wake();
  }

  /** Wakes a sleeping account: a market clock faster than the timer may have reached another part of the day. */
  checkPhase(): void {
    if (this.#turns.isSleeping() && this.#phaseNow() !== this.#phase) this.wake();
  }

  #phaseNow(): DayPhase | null {
    const hours = this.#loaded?.account.hours;
    return hours === undefined ? null : phaseOfDay(hours, this.#deps.day, this.#deps.marketClock.now());
  }

  /** The current turn may have passed the price, so another one evaluates everything. */
  #judgeDay(): Promise<void> | null {
    if (this.#turns.isRunning()) return this.#turns.next();
    const [book, loaded] = [this.#book, this.#loaded];
    if (this.#isStopped || this.#isDraining || book === null || loaded === null) return null;
    return this.#deps.lease() === null ? null : this.#dayEnd.judge(this.#view(book, loaded));
  }

  /** Without a store nothing is sent: reads it again before any decision. */
  async #turnOrRetry(): Promise<Sleep | null> {
    try {
      const sleep = await this.#turn();
      this.#failures = 0;
      return sleep;
    } catch (error) {
      this.#book = null;
      return this.#isStopped ? null : sleepOf(this.#afterFailure(error));
    }
  }

  /** When to retry: exponential backoff; `null` after the lease is lost. */
  #afterFailure(error: unknown): EpochMs | null {
    const { humanClock, settings, log, accountId } = this.#deps;
    this.#failures += 1;
    const isHalted = error instanceof TurnHalted;
    if (isHalted && error.why === "not_owner") {
      if (this.#deps.lease() !== null) this.#deps.lost();
      return null;
    }
    if (isHalted && this.#failures <= STALE_AT_ONCE_MAX) return humanClock.now();
    const pauseMs = Math.min(settings.storeRetryMaxMs, settings.storeRetryMs * 2 ** Math.min(this.#failures - 1, 8));
    log.warn({ accountId, error: String(error), pauseMs }, "account: turn failed, retrying");
    return later(humanClock.now(), pauseMs);
  }

  async #turn(): Promise<Sleep | null> {
    const writing = this.#dayEnd.writing();
    if (writing !== null) await writing;
    if (this.#deps.lease() === null) return null;
    const { humanClock, settings } = this.#deps;
    const loaded = this.#loaded ?? (await this.#load());
    if (loaded === null) return sleepOf(later(humanClock.now(), settings.storeRetryMaxMs));
    const book = this.#book ?? (await this.#fresh(loaded));
    if (this.#inbox.length > 0) await this.#settle(book, loaded);
    if (this.#isDraining) return null;
    const wakeAt = await this.#act(book, loaded);
    const view = this.#view(book, loaded);
    const readAt = this.#bookReader.readWhenDue(loaded.reader, view, this.#onClosed.length > 0);
    this.#feedListener.attend(book, loaded.account, priceWakeFilter(view));
    const lookAt = isActive(book) ? later(view.now, settings.turnEveryMs) : null;
    return sleepOf(earliest([...wakeAt, readAt, lookAt]), isResting(view));
  }

  async #load(): Promise<Loaded | null> {
    const { accounts, accountId, humanClock, log } = this.#deps;
    const account = await accounts.find(accountId);
    this.#isUnknown = account === null;
    if (account === null) {
      log.error({ accountId }, "account: orders belong to an unknown account");
      return null;
    }
    const sender = new AccountSender({
      clock: humanClock,
      accounts,
      account,
      leaseLeftMs: () => (this.#isStopped ? 0 : this.#deps.leaseLeftMs()),
      mayLeave: (order) => this.#mayLeave(order),
      trace: (record) => this.#deps.trace(record),
    });
    const stepRunner = new AccountStepRunner({
      deps: this.#deps,
      memory: this.memory,
      repository: this.#repository,
      sender,
      receive: (message) => this.receive(message),
    });
    this.#loaded = { account, reader: new AccountReader(humanClock, account), stepRunner };
    return this.#loaded;
  }

  /** Checked once more right before the call. */
  #mayLeave({ leg, entry }: StoredOrder): boolean {
    if (this.#isStopped || this.#isDraining) return false;
    if (leg === "exit" || entry === null) return true;
    return !this.#areEntriesStopped() && this.#deps.humanClock.now() < entry.validUntil;
  }

  /** The book as stored; read again after an unknown commit. */
  async #fresh({ account }: Loaded): Promise<AccountBook> {
    const { store, accountId, day, humanClock } = this.#deps;
    const stored = await store.loadAccount(accountId, day);
    const { rates } = account.adapter;
    if (!this.#isSeeded) account.seed?.(spentCalls(stored, this.#ownEntries(), rates, humanClock.now()));
    this.#isSeeded = true;
    const book = new AccountBook(stored);
    this.#takeConfirmed(book);
    await recover(book, this.memory, this.#repository, humanClock.now());
    this.#takeConfirmed(book);
    this.#book = book;
    return book;
  }

  /** Inserted by this process but not dispatched: no rate limit consumed. */
  #ownEntries(): ReadonlySet<OrderTag> {
    return new Set([...this.memory.mayGo, ...this.memory.expected]);
  }

  /** A read that began before the INSERT does not contain the entry. */
  #takeConfirmed(book: AccountBook): void {
    for (const { order, event } of this.#adopted.values()) {
      if (book.order(order.tag) !== undefined) continue;
      book.take([order]);
      book.addEvents([event]);
    }
    this.#adopted.clear();
  }

  #view(book: AccountBook, { account }: Loaded): AccountView {
    const { prices, settings, humanClock, marketClock } = this.#deps;
    return {
      book,
      memory: this.memory,
      account,
      blocks: this.#deps.blocks(),
      prices,
      settings,
      watched: this.#deps.watched,
      now: humanClock.now(),
      phase: phaseOfDay(account.hours, book.day, marketClock.now()),
    };
  }

  /** Records received messages. A message that could not be recorded stays in the inbox. */
  async #settle(book: AccountBook, { account }: Loaded): Promise<void> {
    const messages = this.#inbox;
    const isClosed = await this.#ledgerWriter.record(book, account, messages, this.#onClosed.length > 0);
    this.#inbox = this.#inbox.filter((message) => !messages.includes(message));
    if (!isClosed) return;
    for (const resolve of this.#onClosed) resolve();
    this.#onClosed = [];
  }

  async #act(book: AccountBook, loaded: Loaded): Promise<readonly (EpochMs | null)[]> {
    for (let round = 0; round < ROUNDS_MAX; round++) {
      if (this.#isStopped || this.#deps.lease() === null) return [];
      const view = this.#view(book, loaded);
      this.#phase = view.phase;
      const { steps, wakeAt } = decideAccount(view);
      if (steps.length === 0) return wakeAt;
      await this.#do(book, loaded, steps);
      if (isAnswerAwaited(steps)) return wakeAt;
    }
    return [later(this.#deps.humanClock.now(), this.#deps.settings.priceTurnMs)];
  }

  async #do(book: AccountBook, { stepRunner }: Loaded, steps: readonly Step[]): Promise<void> {
    let along = steps.every(isCall) ? [] : await this.#record(book, steps);
    // An entry that waits in the rate limiter must not leave after the daily stop.
    if (steps.some(isDailyStop)) stepRunner.callBack(true);
    for (const step of steps.filter(isCall)) {
      await stepRunner.carryOut(book, step, along);
      along = [];
    }
  }

  /** Commits everything that needs no call; returns the events that the first call's commit can carry. */
  async #record(book: AccountBook, steps: readonly Step[]): Promise<readonly LedgerEvent[]> {
    const draft = pendingWritesOf(book, steps, this.#deps.humanClock.now());
    if (isPiggybacked(steps)) return draft.events();
    await this.#repository.commit(draft);
    for (const step of steps) if (step.kind === "move") this.#forgetUnsent(step.tag);
    return [];
  }

  #forgetUnsent(tag: OrderTag): void {
    this.memory.tried.delete(tag);
    if (this.memory.mayGo.delete(tag)) this.#deps.entryLeft(tag);
  }
}
