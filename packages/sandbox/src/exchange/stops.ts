export interface StopOrder {
  readonly isBuy: boolean;
  trigger: number;
}

/** Waiting orders, nearest trigger last; ties leave in order of arrival. */
export class Stops<T extends StopOrder> {
  readonly #buys: T[] = [];
  readonly #sells: T[] = [];

  add(order: T): void {
    const side = order.isBuy ? this.#buys : this.#sells;
    let low = 0;
    let high = side.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const there = (side[middle] as T).trigger;
      const isFarther = order.isBuy ? there > order.trigger : there < order.trigger;
      if (isFarther) low = middle + 1;
      else high = middle;
    }
    side.splice(low, 0, order);
  }

  remove(order: T): void {
    const side = order.isBuy ? this.#buys : this.#sells;
    const index = side.indexOf(order);
    if (index >= 0) side.splice(index, 1);
  }

  takeReached(lastPrice: number): T | null {
    const buy = this.#buys[this.#buys.length - 1];
    if (buy !== undefined && lastPrice >= buy.trigger) return this.#buys.pop() ?? null;
    const sell = this.#sells[this.#sells.length - 1];
    if (sell !== undefined && lastPrice <= sell.trigger) return this.#sells.pop() ?? null;
    return null;
  }

  isEmpty(): boolean {
    return this.#buys.length === 0 && this.#sells.length === 0;
  }

  all(): readonly T[] {
    return [...this.#buys, ...this.#sells];
  }
}
