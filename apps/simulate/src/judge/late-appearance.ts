import { LATE_FLAT_MS } from "@vriddhi/core/order/look-up";
import type { OrderTag } from "@vriddhi/core/order/order";
import { SECOND_MS } from "@vriddhi/core/time/clock";
import type { OrderEvent } from "@vriddhi/sandbox/exchange/model";
import { openOf } from "./positions.ts";
import type { Rule, RuleDeps } from "./rule.ts";

/** The way of the last call and its answer. */
const WAY_MS = 2 * SECOND_MS;

interface Appeared {
  readonly client: string;
  readonly atMs: number;
  /** How often something had disturbed the account by then. */
  readonly disturbed: number;
}

/** An entry that was given up and reaches the exchange all the same is flat, and works no more, a minute later. */
export class LateAppearanceRule implements Rule {
  readonly #deps: RuleDeps;
  readonly #late = new Map<OrderTag, Appeared>();

  constructor(deps: RuleDeps) {
    this.#deps = deps;
  }

  hear({ order, change }: OrderEvent): void {
    if (change !== "placed" || order.tag === null) return;
    const { tables, clock, disturbances } = this.#deps;
    const stored = tables.orders.get(order.tag as OrderTag);
    if (stored?.leg !== "entry" || stored.state.status !== "abandoned") return;
    const client = order.account;
    this.#late.set(stored.tag, { client, atMs: clock.time.now(), disturbed: disturbances.timesDisturbed(client) });
  }

  beat(): void {
    for (const [tag, appeared] of this.#late) if (this.#judge(tag, appeared)) this.#late.delete(tag);
  }

  /** True: there is nothing more to see. */
  #judge(tag: OrderTag, { client, atMs, disturbed }: Appeared): boolean {
    const { disturbances, clock, accounts, accuse } = this.#deps;
    if (disturbances.timesDisturbed(client) !== disturbed) return true;
    const lateMs = clock.time.now() - atMs;
    if (lateMs < LATE_FLAT_MS + WAY_MS) return false;
    const open = this.#openOf(tag);
    if (open > 0) {
      const account = accounts.find(({ plan }) => plan.client === client)?.id ?? null;
      accuse("what appears late is flat within a minute", { account, tag }, `${open} are open after ${lateMs} ms`);
    }
    return true;
  }

  /** Filled and not left, or still to be filled. */
  #openOf(tag: OrderTag): number {
    const { positions, exchange } = this.#deps;
    const [there] = exchange.findOrders({ tag });
    const position = [...positions.all()].find(({ positionId }) => positionId === tag);
    return (there?.pendingQuantity ?? 0) + (position === undefined ? 0 : openOf(position));
  }
}
