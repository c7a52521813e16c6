import type { AccountId } from "@vriddhi/core/allocation/account-id";
import { isOrderFinal } from "@vriddhi/core/order/order-state";
import { createSeededRandom, type Random } from "@vriddhi/core/shared/random";
import { createMemoryTables, type MemoryTables } from "@vriddhi/execution/memory/memory-tables";
import type { ExecutionLog } from "@vriddhi/execution/ports/surroundings";
import type { Outcome } from "@vriddhi/sandbox/broker/counter";
import type { FaultKind } from "@vriddhi/sandbox/faults/faults";
import type { Mutant } from "../mutants/mutant.ts";
import { type Call, createVirtualNetwork, type Way } from "../network/virtual-network.ts";
import { Oracle } from "../oracles/oracle.ts";
import type { Invariant, Violation } from "../oracles/violation.ts";
import { createAdapters } from "../outside/adapters.ts";
import { createOutside, type Outside } from "../outside/outside.ts";
import { type CallFault, endsProcess } from "../plan/fault-plan.ts";
import type { DayPlan, InjectedFault } from "../plan/plan-model.ts";
import type { CommitOutcome } from "../store/virtual-commit.ts";
import { createDayClock, type DayClock } from "../time/day-clock.ts";
import { VirtualTime } from "../time/virtual-time.ts";
import { WorkerProcess } from "../time/worker-session.ts";
import { FaultDirector, type KnownCall } from "../worker/fault-director.ts";
import { PriceBoard } from "../worker/price-board.ts";
import { Sessions } from "../worker/sessions.ts";
import { openAccounts, type SimAccount } from "./sim-account.ts";
import { Trace } from "./trace.ts";

const ACCESS_RETRY_MS = 2_000;
const STORE_RETRY_MS = 5_000;
/** A new process reads its accounts' books first. */
const FIRST_BOOKS_MS = 2_000;
/** A paused process is killed within this time. */
const STANDS_STILL_MAX_MS = 7_000;
/** A new process counts the last minute's calls as spent. */
const MINUTE_SPENT_MS = 62_000;
const THROTTLED_MS = 1_500;
const LOST_OF_100 = 20;
const REFUSED_OF_100 = 30;
const STANDING_FAULTS: ReadonlySet<FaultKind> = new Set(["duplicate-push", "reorder-push", "odd-row"]);
const FREE: Way = { isRefused: false, pauseMs: 0, stallMs: 0 };

/** Everything of one simulated day that survives its processes. */
export class DayWorld {
  readonly plan: DayPlan;
  readonly mutant: Mutant;
  readonly clock: DayClock;
  readonly outside: Outside;
  readonly accounts: readonly SimAccount[];
  readonly tables: MemoryTables = createMemoryTables(() => this.clock.time.now());
  readonly trace: Trace;
  readonly oracle: Oracle;
  readonly prices: PriceBoard;
  readonly sessions: Sessions;
  /** Injected faults, by kind, call and state of the order. */
  readonly cells = new Map<string, number>();
  readonly violations: Violation[] = [];
  readonly log: ExecutionLog;
  onWorkerReady: (worker: number) => void = () => undefined;
  onKill: (worker: number) => void = () => undefined;
  /** The worker that took the accounts of a lost one over. */
  readonly #heirs = new Map<number, number>();
  readonly #director: FaultDirector;
  readonly #random: Random;
  #ledgerRead = 0;
  #storeDownUntil = 0;
  #commitsLostUntil = 0;

  constructor(plan: DayPlan, mutant: Mutant, listener: ((line: string) => void) | null) {
    this.plan = plan;
    this.mutant = mutant;
    this.trace = new Trace(listener);
    this.clock = createDayClock(new VirtualTime(), plan.begins, plan.speed);
    this.#random = createSeededRandom(plan.seed * 7 + 3);
    this.outside = createOutside(this.clock, plan.seed);
    this.accounts = openAccounts(this.outside, plan);
    const { clock, tables, accounts, outside } = this;
    const { exchange } = outside;
    this.oracle = new Oracle({
      plan,
      clock,
      tables,
      accounts,
      exchange,
      lastQuote: (isin) => this.prices.lastQuote(isin),
      accuse: (...accused) => this.accuse(...accused),
    });
    outside.hub.subscribe((events) => {
      for (const event of events)
        if (event.kind === "order") {
          const { account, tag, side, status, quantity, filledQuantity, reason, limitPrice } = event.order;
          this.note(
            `exchange ${event.change} ${account} ${tag} ${side} ${filledQuantity}/${quantity} at ${limitPrice} ${status} ${reason ?? ""}`,
          );
        }
      this.oracle.observe(events);
    });
    this.prices = new PriceBoard(clock.time, outside.exchange);
    this.#director = new FaultDirector({
      outside,
      tables,
      accounts,
      faults: plan.callFaults,
      happened: (fault, call) => this.#happened(fault, call),
    });
    this.sessions = this.#createSessions();
    for (const { plan: planned } of accounts)
      if (planned.broker === plan.narrowBudget?.broker) this.oracle.hindrances.pace(planned.client, plan.lengthMs);
    const note = (level: string) => (fields: object, message: string) => {
      if (level === "error") this.note(`log ${message} ${JSON.stringify(fields)}`);
    };
    this.log = { info: note("info"), warn: note("warn"), error: note("error") };
  }

  /** Users and their logins are outside our processes: no fault affects them. */
  #createSessions(): Sessions {
    const { clock, outside, accounts } = this;
    const workerProcess = new WorkerProcess("people", clock, 0);
    const random = createSeededRandom(this.plan.seed * 7 + 5);
    const network = createVirtualNetwork({
      time: clock.time,
      workerProcess,
      random,
      wayOf: () => FREE,
      left: () => undefined,
      arrives: ({ broker, request }) => outside.serve(broker, request),
    });
    const adapters = createAdapters({ random, timers: workerProcess.timers, clock: workerProcess.human, network });
    return new Sessions({
      time: clock.time,
      outside,
      adapters,
      accounts,
      notify: ({ plan }, what) => {
        this.note(`${plan.client} ${what}`);
        if (what === "session begun") this.oracle.hindrances.end(plan.client, "session", ACCESS_RETRY_MS);
      },
    });
  }

  note(text: string): void {
    this.trace.add(this.clock.time.now(), text);
  }

  accuse(
    invariant: Invariant,
    who: { readonly account?: string | null; readonly tag?: string | null },
    detail: string,
  ): void {
    this.violations.push({
      seed: this.plan.seed,
      invariant,
      account: who.account ?? null,
      tag: who.tag ?? null,
      atMs: this.clock.time.now(),
      detail,
      trace: this.trace.last(),
    });
  }

  /** Counts what the fault meets: every order of these accounts that has not ended. */
  meet(kind: string, accounts: readonly SimAccount[]): void {
    const ids = new Set(accounts.map(({ id }) => id));
    for (const { accountId, leg, state } of this.tables.orders.values())
      if (ids.has(accountId) && !isOrderFinal(state.status)) this.#count(`${kind} × ${leg} ${state.status}`);
  }

  #count(cell: string): void {
    this.cells.set(cell, (this.cells.get(cell) ?? 0) + 1);
  }

  #happened(fault: CallFault, { account, name, order }: KnownCall): void {
    this.#count(`${fault.kind} × ${name}${order === null ? "" : ` ${order.state.status}`}`);
    if (order === null) this.meet(`${fault.kind} of ${name === "book" ? "a book" : name}`, [account]);
    const worker = this.actingFor(account.worker);
    if (endsProcess(fault.kind)) this.meet("process killed", this.#accountsOf(worker));
    this.note(`fault ${fault.kind} ${fault.seconds} s on ${name} of ${account.plan.client}`);
    this.#hinder(fault, account, order);
    if (fault.kind === "kill-before-write") this.onKill(worker);
    // The request is in flight, and its answer finds a dead process.
    if (fault.kind === "kill-before-answer") this.clock.time.after(1, () => this.onKill(worker));
  }

  /** What the fault prevents; everything else must still be in time. */
  #hinder(fault: CallFault, { plan, worker }: SimAccount, order: KnownCall["order"]): void {
    const { hindrances } = this.oracle;
    if (order === null) hindrances.readFailed(plan.client, fault);
    else hindrances.spoil(order.tag);
    if (fault.kind === "throttle") hindrances.hinder(plan.client, THROTTLED_MS);
    if (fault.kind === "expire-session") hindrances.begin(plan.client, "session");
    if (fault.kind === "pause-before-write") this.workerStands(this.actingFor(worker), fault.seconds * 1_000);
  }

  /** The worker whose process acts for the accounts of this one. */
  actingFor(worker: number): number {
    return this.#heirs.get(worker) ?? worker;
  }

  takenOver(worker: number, heir: number): void {
    this.#heirs.set(worker, heir);
    this.#ready(this.accounts.filter((account) => account.worker === worker));
    this.onWorkerReady(worker);
  }

  workerStands(worker: number, durationMs: number): void {
    this.oracle.hindrances.hinderAll(this.#accountsOf(worker), Math.min(durationMs, STANDS_STILL_MAX_MS));
  }

  workerGone(worker: number): void {
    for (const { plan } of this.#accountsOf(worker)) this.oracle.hindrances.begin(plan.client, "process");
  }

  #accountsOf(wanted: number): readonly SimAccount[] {
    return this.accounts.filter(({ worker }) => this.actingFor(worker) === wanted);
  }

  concerned(injectedFault: InjectedFault): readonly SimAccount[] {
    if ("worker" in injectedFault) return this.#accountsOf(injectedFault.worker);
    const only =
      "account" in injectedFault && injectedFault.account !== null ? this.accounts[injectedFault.account] : undefined;
    return only === undefined ? this.accounts : [only];
  }

  wayOf(call: Call): Way {
    return this.#director.wayOf(call).way;
  }

  left(call: Call): void {
    if (!call.workerProcess.isAlive()) return;
    const known = this.#director.know(call);
    if (known === null) return;
    if (known.order !== null)
      this.note(`${call.workerProcess.name} sends ${known.name} ${known.order.tag} of ${known.account.plan.client}`);
    this.oracle.left(call.workerProcess, known);
  }

  arrives(call: Call): Outcome {
    const fault = this.#director.arm(call);
    const outcome = this.outside.serve(call.broker, call.request);
    this.#clearFaults();
    const known = this.#director.know(call);
    if (known !== null && outcome.kind === "answer") {
      if (known.order !== null) this.note(`answer ${outcome.reply.status} to ${known.name} ${known.order.tag}`);
      if (outcome.reply.status === 429 && fault?.kind !== "throttle")
        this.accuse("the broker's limits are kept", { account: known.account.id }, `${known.name} exceeded the limit`);
    }
    return outcome;
  }

  /** Removes this call's faults; lasting ones stay. */
  #clearFaults(): void {
    const { faults } = this.outside;
    const waiting = faults.list();
    if (waiting.length > 0) faults.restore(waiting.filter(({ kind }) => STANDING_FAULTS.has(kind)));
  }

  storeDown(durationMs: number): void {
    this.#storeDownUntil = this.clock.time.now() + durationMs;
    this.oracle.hindrances.hinderAll(this.accounts, durationMs + STORE_RETRY_MS);
  }

  loseCommits(durationMs: number): void {
    this.#commitsLostUntil = this.clock.time.now() + durationMs;
    this.oracle.hindrances.hinderAll(this.accounts, durationMs + STORE_RETRY_MS);
  }

  isStoreWell(): boolean {
    return Math.max(this.#storeDownUntil, this.#commitsLostUntil) <= this.clock.time.now();
  }

  commitOutcome(): CommitOutcome {
    const now = this.clock.time.now();
    if (this.#storeDownUntil > now) return "refused";
    if (this.#commitsLostUntil <= now) return "done";
    const drawn = this.#random.int(0, 99);
    if (drawn < LOST_OF_100) return "lost";
    return drawn < REFUSED_OF_100 ? "refused" : "done";
  }

  written(): void {
    if (this.tables.ledger.length === this.#ledgerRead) return;
    const events = this.tables.ledger.slice(this.#ledgerRead);
    this.#ledgerRead = this.tables.ledger.length;
    for (const { accountId, fact } of events) this.note(`ledger ${accountId} ${JSON.stringify(fact)}`);
    this.oracle.written(events);
  }

  workerReady(worker: number): void {
    const accounts = this.#accountsOf(worker);
    this.#ready(accounts);
    for (const own of new Set(accounts.map((account) => account.worker))) this.onWorkerReady(own);
  }

  #ready(accounts: readonly SimAccount[]): void {
    const { hindrances } = this.oracle;
    for (const { plan } of accounts) {
      hindrances.end(plan.client, "process", FIRST_BOOKS_MS);
      hindrances.pace(plan.client, MINUTE_SPENT_MS);
    }
  }

  isOutcomeMissing(worker: number, signalId: string): boolean {
    return this.accounts.some((account) => account.worker === worker && !this.hasOutcome(account.id, signalId));
  }

  hasOutcome(account: AccountId, signalId: string): boolean {
    for (const order of this.tables.orders.values())
      if (order.accountId === account && order.signalId === signalId && order.leg === "entry") return true;
    return this.tables.ledger.some(
      ({ accountId, fact }) => accountId === account && fact.kind === "skipped" && fact.signalId === signalId,
    );
  }
}
