import type { LedgerEvent } from "@vriddhi/core/ledger/ledger-event";
import type { OrderTag } from "@vriddhi/core/order/order";
import type { OrderStatus } from "@vriddhi/core/order/order-state";
import { SECOND_MS } from "@vriddhi/core/time/clock";
import type { StoredOrder } from "@vriddhi/execution/ports/stored-order";
import type { SimAccount } from "../day/sim-account.ts";
import type { KnownCall } from "../worker/fault-director.ts";
import type { PublishedQuote } from "../worker/price-board.ts";
import { FEED_SILENT_MS } from "./bounds.ts";
import type { Rule, RuleDeps } from "./rule.ts";

const NOT_FOUND: ReadonlySet<OrderStatus> = new Set(["unknown", "abandoned"]);

/** A stored entry leaves within this time. */
const LEAVES_MS = SECOND_MS;
/** A signal has an outcome for an account within this time: it is planned at once, and again after two seconds. */
const OUTCOME_MS = 3 * SECOND_MS;

interface Waiting {
  readonly account: SimAccount;
  sinceMs: number;
  /** Nothing could leave at the last check, and so perhaps until this one: on a sparse day checks are seconds apart. */
  wasHindered: boolean;
  readonly mayMs: number;
  readonly what: string;
}

function isBeyond({ side, pricing }: StoredOrder, { ask, bid }: Pick<PublishedQuote, "ask" | "bid">): boolean {
  return side === "buy" ? ask !== null && ask > pricing.limit : bid !== null && bid < pricing.limit;
}

/** Isolation: an account without hindrance is as fast as on a day without faults, whatever happens to the others. */
export class NeighbourRule implements Rule {
  readonly #deps: RuleDeps;
  readonly #waiting = new Map<string, Waiting>();

  constructor(deps: RuleDeps) {
    this.#deps = deps;
  }

  signalled(signalId: string): void {
    for (const account of this.#deps.accounts)
      this.#begin(`${account.id} ${signalId}`, account, OUTCOME_MS, `the outcome of ${signalId}`);
  }

  written({ accountId, fact }: LedgerEvent): void {
    if (fact.kind === "skipped") this.#end(`${accountId} ${fact.signalId}`);
    if (fact.kind === "order_moved") this.#end(fact.tag);
    if (fact.kind !== "order_planned" || fact.leg !== "entry") return;
    this.#end(`${accountId} ${fact.signalId}`);
    const account = this.#deps.accounts.find(({ id }) => id === accountId);
    if (account !== undefined) this.#begin(fact.tag, account, LEAVES_MS, "an entry that was stored and has not left");
  }

  left({ order }: KnownCall): void {
    if (order !== null) this.#end(order.tag);
  }

  beat(): void {
    for (const key of [...this.#waiting.keys()]) this.#oracle(key);
  }

  #begin(key: OrderTag | string, account: SimAccount, mayMs: number, what: string): void {
    this.#waiting.set(key, { account, sinceMs: this.#deps.clock.time.now(), wasHindered: false, mayMs, what });
  }

  #end(key: OrderTag | string): void {
    this.#oracle(key);
    this.#waiting.delete(key);
  }

  #oracle(key: string): void {
    const waiting = this.#waiting.get(key);
    if (waiting === undefined) return;
    const { account, mayMs, what } = waiting;
    const { clock, hindrances, accuse } = this.#deps;
    const isPaced = hindrances.isPaced(account.plan.client);
    const isHindered = isPaced || this.#isOutOfReach(key as OrderTag) || this.#isHeldBack(key as OrderTag);
    if (isHindered || waiting.wasHindered) waiting.sinceMs = clock.time.now();
    waiting.wasHindered = isHindered;
    const waitedMs = clock.time.now() - Math.max(waiting.sinceMs, hindrances.lastMs(account.plan.client));
    if (waitedMs <= mayMs) return;
    this.#waiting.delete(key);
    accuse("no account waits for another's fault", { account: account.id }, `${what} took ${waitedMs} ms`);
  }

  /** While another order of the account is missing, its holdings are unknown, and it makes no entry. */
  #isHeldBack(tag: OrderTag): boolean {
    const { orders } = this.#deps.tables;
    const own = orders.get(tag);
    if (own === undefined) return false;
    for (const { accountId, tag: other, state } of orders.values())
      if (accountId === own.accountId && other !== tag && NOT_FOUND.has(state.status)) return true;
    return false;
  }

  /** An unsent entry leaves again when its limit could be met. The price is only known as of the last tick. */
  #isOutOfReach(tag: OrderTag): boolean {
    const { tables, exchange, clock, lastQuote } = this.#deps;
    const order = tables.orders.get(tag);
    if (order === undefined || !order.state.isProvedUnsent) return false;
    const notices = lastQuote(order.instrument.isin);
    const hasAlert = notices !== null && clock.time.now() - notices.atMs <= FEED_SILENT_MS;
    return isBeyond(order, exchange.top(order.instrument.symbol)) || (hasAlert && isBeyond(order, notices));
  }
}
