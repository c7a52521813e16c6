import type { OrderTag } from "@vriddhi/core/order/order";
import { SECOND_MS } from "@vriddhi/core/time/clock";
import { istInstant, istMinute } from "@vriddhi/core/time/ist";
import type { OrderEvent } from "@vriddhi/sandbox/exchange/model";
import { DAY } from "../plan/day-plan.ts";
import { LATE_FLAT_MS } from "./bounds.ts";
import type { Rule, RuleDeps } from "./rule.ts";

/** Round trip of the last call. */
const WAY_MS = 2 * SECOND_MS;

/** From here on no new exit is placed beside the broker's own square-off. */
const HANDS_OFF = istInstant(DAY, istMinute(15, 10));

interface Appeared {
  readonly client: string;
  readonly atMs: number;
}

/** An abandoned entry that reaches the exchange is flat, and no longer working, after a minute without hindrance. */
export class LateAppearanceRule implements Rule {
  readonly #deps: RuleDeps;
  readonly #late = new Map<OrderTag, Appeared>();

  constructor(deps: RuleDeps) {
    this.#deps = deps;
  }

  observe({ order, change }: OrderEvent): void {
    if (change !== "placed" || order.tag === null) return;
    const { tables, clock } = this.#deps;
    const stored = tables.orders.get(order.tag as OrderTag);
    if (stored?.leg !== "entry" || stored.state.status !== "abandoned") return;
    this.#late.set(stored.tag, { client: order.account, atMs: clock.time.now() });
  }

  beat(): void {
    for (const [tag, appeared] of this.#late) if (this.#oracle(tag, appeared)) this.#late.delete(tag);
  }

  /** True when there is nothing more to check. */
  #oracle(tag: OrderTag, { client, atMs }: Appeared): boolean {
    const { hindrances, questions, clock, accounts, accuse } = this.#deps;
    const lateMs = clock.time.now() - Math.max(atMs, hindrances.lastMs(client), questions.lastMs(tag));
    const open = this.#openOf(tag);
    if (open === 0 || this.#isAway(tag)) return true;
    if (lateMs < LATE_FLAT_MS + WAY_MS) return false;
    const account = accounts.find(({ plan }) => plan.client === client)?.id ?? null;
    accuse("what appears late is flat within a minute", { account, tag }, `${open} are open after ${lateMs} ms`);
    return true;
  }

  /** The share is not tradable, an alert was raised, or the broker has taken over. */
  #isAway(tag: OrderTag): boolean {
    const { tables, exchange, clock, notices } = this.#deps;
    const symbol = tables.orders.get(tag)?.instrument.symbol;
    if (symbol === undefined || exchange.phase(symbol) !== "continuous" || clock.market() >= HANDS_OFF) return true;
    return notices.hasAlert(tag);
  }

  /** Filled and not closed, or still working. */
  #openOf(tag: OrderTag): number {
    const { positions, exchange } = this.#deps;
    const [there] = exchange.findOrders({ tag });
    const position = [...positions.all()].find(({ positionId }) => positionId === tag);
    return (there?.pendingQuantity ?? 0) + (position === undefined ? 0 : positions.leftOf(position));
  }
}
