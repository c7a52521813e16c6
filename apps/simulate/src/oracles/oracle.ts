import type { LedgerEvent } from "@vriddhi/core/ledger/ledger-event";
import type { OrderTag } from "@vriddhi/core/order/order";
import { type EpochMs, SECOND_MS } from "@vriddhi/core/time/clock";
import { istInstant, istMinute } from "@vriddhi/core/time/ist";
import type { MemoryTables } from "@vriddhi/execution/memory/memory-tables";
import { bucketOf } from "@vriddhi/execution/ports/ownership";
import type { Exchange } from "@vriddhi/sandbox/exchange/exchange";
import type { ExchangeEvent, OrderEvent } from "@vriddhi/sandbox/exchange/model";
import type { SimAccount } from "../day/sim-account.ts";
import { DAY } from "../plan/day-plan.ts";
import type { DayPlan } from "../plan/plan-model.ts";
import type { DayClock } from "../time/day-clock.ts";
import type { WorkerProcess } from "../time/worker-session.ts";
import type { KnownCall } from "../worker/fault-director.ts";
import type { PublishedQuote } from "../worker/price-board.ts";
import { SKEW_MAX_MS } from "./bounds.ts";
import { Hindrances } from "./hindrances.ts";
import { NoticesRule } from "./notices.ts";
import { OpenQuestions } from "./open-questions.ts";
import { coveredOf, openOf, type TruePosition, TruePositions } from "./positions.ts";
import type { Rule } from "./rule.ts";
import { createRules } from "./rules.ts";
import type { Invariant } from "./violation.ts";

const SENDING_MAX_MS = 150 * SECOND_MS;
const BLOCK_MS = 500;
/** The user's own trades are proved within two looks a minute apart. */
const OUTSIDE_MS = 75 * SECOND_MS;
const CHANGES_MAX = 25;

export interface OracleDeps {
  readonly plan: DayPlan;
  readonly clock: DayClock;
  readonly tables: MemoryTables;
  readonly accounts: readonly SimAccount[];
  readonly exchange: Exchange;
  lastQuote(isin: string): PublishedQuote | null;
  accuse(
    invariant: Invariant,
    who: { readonly account?: string | null; readonly tag?: string | null },
    detail: string,
  ): void;
}

interface BlockSet {
  readonly account: string | null;
  readonly atMs: number;
}

export class Oracle {
  readonly positions: TruePositions;
  readonly hindrances: Hindrances;
  readonly #questions: OpenQuestions;
  readonly #deps: OracleDeps;
  readonly #tagsSeen = new Map<string, string>();
  readonly #changes = new Map<string, number>();
  readonly #sendingSince = new Map<OrderTag, number>();
  readonly #validUntil = new Map<string, EpochMs>();
  readonly #stopped = new Map<string, number>();
  readonly #rules: readonly Rule[];
  #blocks: readonly BlockSet[] = [];

  constructor(deps: OracleDeps) {
    this.#deps = deps;
    this.positions = new TruePositions(deps.tables);
    this.hindrances = new Hindrances(() => deps.clock.time.now());
    const { positions, hindrances } = this;
    this.#questions = new OpenQuestions({ ...deps, hindrances });
    const facts = { ...deps, positions, hindrances, questions: this.#questions };
    const notices = new NoticesRule(facts);
    this.#rules = [notices, ...createRules({ ...facts, notices })];
  }

  get #now(): number {
    return this.#deps.clock.time.now();
  }

  signalled(signalId: string, validUntil: EpochMs): void {
    this.#validUntil.set(signalId, validUntil);
    for (const rule of this.#rules) rule.signalled?.(signalId);
  }

  blocked(account: string | null, closes: boolean): void {
    this.#blocks = [...this.#blocks, { account, atMs: this.#now }];
    for (const rule of this.#rules) rule.blocked?.(account, closes);
  }

  left(workerProcess: WorkerProcess, call: KnownCall): void {
    const { account, name, order } = call;
    const { tables, accuse } = this.#deps;
    for (const rule of this.#rules) rule.left?.(call);
    const who = { account: account.id, tag: order?.tag ?? null };
    if (name === "book" || name === "positions") return;
    const owner = tables.owners.get(bucketOf(account.id));
    if (owner?.worker !== workerProcess.name)
      accuse("one process at a time acts for an account", who, `${workerProcess.name} sends, ${owner?.worker} owns it`);
    if (order === null) {
      accuse("every order at the exchange was stored before it was sent", who, `a ${name} that was never stored`);
      return;
    }
    if (name === "entry") this.#entryLeft(workerProcess, account, order.signalId, who);
    if (name === "exit") this.#exitLeft(who);
    if (name === "modify") this.#changeLeft(order.tag, who);
  }

  #entryLeft(
    workerProcess: WorkerProcess,
    account: SimAccount,
    signalId: string,
    who: { readonly account: string; readonly tag: string | null },
  ): void {
    const { accuse } = this.#deps;
    const validUntil = this.#validUntil.get(signalId);
    if (validUntil !== undefined && workerProcess.human.now() > validUntil)
      accuse("no entry leaves after it was valid", who, `${workerProcess.human.now() - validUntil} ms too late`);
    const block = this.#blocks.find((one) => one.account === null || one.account === account.id);
    // Only a kill can stop a process that is paused between its last check and the write.
    const sinceMs = (atMs: number): number => this.#now - atMs - workerProcess.stoodStillMs(atMs);
    if (block !== undefined && sinceMs(block.atMs) > BLOCK_MS)
      accuse("nothing enters after a block", who, `${sinceMs(block.atMs)} ms after it was set`);
    const stopped = this.#stopped.get(account.id);
    if (stopped !== undefined && sinceMs(stopped) > BLOCK_MS)
      accuse("no entry after a daily stop", who, `${sinceMs(stopped)} ms after it was hit`);
  }

  #exitLeft(who: { readonly account: string; readonly tag: string | null }): void {
    const lateMs =
      this.#deps.clock.market() - istInstant(DAY, istMinute(15, 11)) - SKEW_MAX_MS - BLOCK_MS * this.#deps.clock.speed;
    if (lateMs > 0)
      this.#deps.accuse(
        "no new exit beside the broker's own square-off",
        who,
        `${Math.round(lateMs)} ms of the market clock too late`,
      );
  }

  #changeLeft(tag: string, who: { readonly account: string; readonly tag: string | null }): void {
    const count = (this.#changes.get(tag) ?? 0) + 1;
    this.#changes.set(tag, count);
    if (count > CHANGES_MAX) this.#deps.accuse("an order is changed at most 25 times", who, `the ${count}th change`);
  }

  observe(events: readonly ExchangeEvent[]): void {
    for (const event of events) {
      if (event.kind !== "order") continue;
      this.#hearOrder(event);
      for (const rule of this.#rules) rule.observe?.(event);
    }
  }

  #hearOrder(event: OrderEvent): void {
    const { order, change, trade } = event;
    const { accuse, accounts, tables } = this.#deps;
    const account = accounts.find(({ plan }) => plan.client === order.account)?.id ?? null;
    const who = { account, tag: order.tag };
    if (change === "placed" && order.tag !== null && order.placedBy === "client") {
      if (this.#tagsSeen.has(order.tag))
        accuse("each tag exists at the exchange at most once", who, "a second order with it");
      this.#tagsSeen.set(order.tag, order.id);
      if (!tables.orders.has(order.tag as OrderTag))
        accuse("every order at the exchange was stored before it was sent", who, "a tag that was never stored");
    }
    const before = this.positions.netOf(order.account, order.symbol);
    const foreign = this.positions.foreignOf(order.account, order.symbol);
    const position = this.positions.take(event, this.#now);
    if (position === null) return;
    if (openOf(position) < 0)
      accuse("no position changes its sign", who, `${-openOf(position)} more than was ever bought`);
    const isExit = (order.side === "sell") === (position.direction === 1);
    if (trade !== null && isExit) this.#judgeNet(position, before, foreign, who);
    if (coveredOf(position) > Math.max(0, openOf(position)))
      accuse(
        "a working exit is never more than what is open",
        who,
        `${coveredOf(position)} work, ${openOf(position)} are open`,
      );
  }

  /** Includes the user's own holdings: an exit must not sell more than the account has. */
  #judgeNet(
    position: TruePosition,
    before: number,
    foreign: { readonly atMs: number },
    who: { readonly account: string | null; readonly tag: string | null },
  ): void {
    const after = this.positions.netOf(position.client, position.symbol);
    const isFlipped = before !== 0 && after !== 0 && Math.sign(before) !== Math.sign(after);
    const { positionId, client, filledAtMs } = position;
    const since = Math.max(
      foreign.atMs,
      filledAtMs,
      this.hindrances.lastMs(client),
      this.#questions.lastMs(positionId),
    );
    if (!isFlipped || this.#now - since < OUTSIDE_MS) return;
    this.#deps.accuse("no position changes its sign", who, `the account's net went from ${before} to ${after}`);
  }

  beat(): void {
    this.#judgeSending();
    this.#questions.beat();
    for (const rule of this.#rules) rule.beat?.();
  }

  #judgeSending(): void {
    const { tables, accuse } = this.#deps;
    for (const { tag, accountId, state, version } of tables.orders.values()) {
      if (state.status !== "sending" || version < 0) {
        this.#sendingSince.delete(tag);
        continue;
      }
      const since = this.#sendingSince.get(tag) ?? this.#now;
      this.#sendingSince.set(tag, since);
      if (this.#now - since > SENDING_MAX_MS && !state.isProvedUnsent)
        accuse(
          "no order is on its way for longer than 150 seconds",
          { account: accountId, tag },
          `${this.#now - since} ms`,
        );
    }
  }

  written(events: readonly LedgerEvent[]): void {
    for (const event of events) {
      if (event.fact.kind === "daily_stop_hit") this.#stopped.set(event.accountId, this.#now);
      for (const rule of this.#rules) rule.written?.(event);
    }
  }
}
