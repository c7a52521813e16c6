import type { OrderTag } from "@vriddhi/core/order/order";
import { isOrderFinal } from "@vriddhi/core/order/order-state";
import type { MemoryTables } from "@vriddhi/execution/memory/memory-tables";
import type { StoredOrder } from "@vriddhi/execution/ports/stored-order";
import type { SimAccount } from "../day/sim-account.ts";
import type { DayClock } from "../time/day-clock.ts";
import { HIDDEN_ROW_MAX_MS, UNRESOLVED_MAX_MS } from "./bounds.ts";
import type { Hindrances } from "./hindrances.ts";

interface QuestionDeps {
  readonly clock: DayClock;
  readonly tables: MemoryTables;
  readonly accounts: readonly SimAccount[];
  readonly hindrances: Hindrances;
}

/** Until when the outcome of a position's orders was unknown: nothing more could be done about it before. */
export class OpenQuestions {
  readonly #deps: QuestionDeps;
  readonly #clients: ReadonlyMap<string, string>;
  /** Since when each order's outcome is unknown without another hindrance. */
  readonly #since = new Map<OrderTag, number>();
  readonly #last = new Map<string, number>();

  constructor(deps: QuestionDeps) {
    this.#deps = deps;
    this.#clients = new Map(deps.accounts.map(({ id, plan }) => [id, plan.client]));
  }

  /** Checks once a second. */
  beat(): void {
    for (const order of this.#deps.tables.orders.values())
      if (this.#isOpen(order)) this.#ask(order);
      else this.#since.delete(order.tag);
  }

  /** Minus infinity for never. */
  lastMs(positionId: string): number {
    return this.#last.get(positionId) ?? Number.NEGATIVE_INFINITY;
  }

  #ask({ tag, accountId, positionId }: StoredOrder): void {
    const { clock, hindrances } = this.#deps;
    const now = clock.time.now();
    const client = this.#clients.get(accountId) ?? "";
    const since = Math.max(this.#since.get(tag) ?? now, hindrances.lastMs(client));
    this.#since.set(tag, since);
    const mayMs = UNRESOLVED_MAX_MS + (hindrances.isRowHidden(client) ? HIDDEN_ROW_MAX_MS : 0);
    if (now - since <= mayMs) this.#last.set(positionId, now);
  }

  #isOpen({ tag, state }: StoredOrder): boolean {
    const { status } = state;
    if (status === "unknown") return true;
    if (isOrderFinal(status) || !this.#deps.hindrances.isSpoiled(tag)) return false;
    return status === "sending" || this.#isAsked(tag);
  }

  #isAsked(wanted: OrderTag): boolean {
    for (const { tag, verdict } of this.#deps.tables.commands.values())
      if (tag === wanted && verdict === "open") return true;
    return false;
  }
}
