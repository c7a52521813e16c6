import type { OrderTag, Pricing } from "../order/order.ts";
import type { PriceBand } from "../order/price-band.ts";
import { assert } from "../shared/assert.ts";
import { paise } from "../shared/money.ts";
import type { Random } from "../shared/random.ts";
import type { ExitAction, ExitPosition } from "./exit-model.ts";

export const SEQUENCE_BAND: PriceBand = { lower: paise(90_000), upper: paise(110_000), tick: paise(5) };

export interface BrokerExit {
  readonly id: string;
  quantity: number;
  filled: number;
  pricing: Pricing;
  isTriggered: boolean;
  end: "cancelled" | "rejected" | null;
}

const isWorking = (exit: BrokerExit): boolean => exit.end === null && exit.filled < exit.quantity;

export class SequenceBroker {
  readonly #exits = new Map<OrderTag, BrokerExit>();
  readonly #past: Map<OrderTag, BrokerExit>[] = [];
  readonly #isLong: boolean;
  readonly #random: Random;

  constructor(direction: ExitPosition["direction"], random: Random) {
    this.#isLong = direction === "long";
    this.#random = random;
  }

  get(tag: OrderTag, secondsAgo = 0): BrokerExit | undefined {
    return secondsAgo === 0 ? this.#exits.get(tag) : this.#past.at(-1 - secondsAgo)?.get(tag);
  }

  /** Records this second for books that lag. */
  remember(): void {
    this.#past.push(new Map([...this.#exits].map(([tag, exit]) => [tag, { ...exit }])));
  }

  arrive(tag: OrderTag, quantity: number, pricing: Pricing, end: "rejected" | null): void {
    assert(!this.#exits.has(tag), "an order arrives once");
    this.#exits.set(tag, { id: tag, quantity, filled: 0, pricing, isTriggered: false, end });
  }

  /** Refuses changes to an ended order, and quantities below the filled one. */
  obey(action: Extract<ExitAction, { kind: "modify" | "cancel" }>): void {
    const exit = this.#exits.get(action.tag);
    if (exit === undefined || !isWorking(exit)) return;
    if (action.kind === "cancel") {
      exit.end = "cancelled";
      return;
    }
    exit.quantity = Math.max(exit.filled, action.quantity);
    exit.pricing = action.pricing;
    exit.isTriggered = exit.isTriggered && action.pricing.kind === "stop_limit";
  }

  /** As before a broker's own square-off. */
  cancelAll(): void {
    for (const exit of this.#exits.values()) exit.end ??= "cancelled";
  }

  exited(): number {
    return [...this.#exits.values()].reduce((sum, { filled }) => sum + filled, 0);
  }

  working(): readonly BrokerExit[] {
    return [...this.#exits.values()].filter(isWorking);
  }

  workingQuantity(): number {
    return this.working().reduce((sum, { quantity, filled }) => sum + quantity - filled, 0);
  }

  match(price: number): void {
    for (const exit of this.working()) {
      exit.isTriggered ||= exit.pricing.kind === "stop_limit" && this.#isBeyond(price, exit.pricing.trigger);
      const isWaiting = exit.pricing.kind === "stop_limit" && !exit.isTriggered;
      const isQuiet = this.#random.int(1, 100) <= 30;
      if (isWaiting || isQuiet || !this.#isTradable(price, exit.pricing.limit)) continue;
      exit.filled += this.#random.int(1, exit.quantity - exit.filled);
    }
  }

  #isBeyond(price: number, limit: number): boolean {
    return this.#isLong ? price <= limit : price >= limit;
  }

  #isTradable(price: number, limit: number): boolean {
    const isLocked = this.#isBeyond(price, this.#isLong ? SEQUENCE_BAND.lower : SEQUENCE_BAND.upper);
    return !isLocked && (this.#isLong ? price >= limit : price <= limit);
  }
}
