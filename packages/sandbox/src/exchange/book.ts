/** The exchange adds its fields; the benchmark uses it as is. */
export interface BookOrder {
  readonly isBuy: boolean;
  /** Orders of one owner do not trade with each other. */
  readonly owner: number;
  limit: number;
  remaining: number;
  level: Level | null;
  next: BookOrder | null;
  previous: BookOrder | null;
}

export class Level {
  readonly price: number;
  head: BookOrder | null = null;
  tail: BookOrder | null = null;
  quantity = 0;
  orders = 0;
  /** Synthetic shares ahead of the first client at this price. */
  ahead = 0;

  constructor(price: number) {
    this.price = price;
  }
}

/** Levels are sorted so that the best is the last. */
export class BookSide {
  readonly isBuy: boolean;
  readonly levels: Level[] = [];

  constructor(isBuy: boolean) {
    this.isBuy = isBuy;
  }

  best(): Level | null {
    return this.levels.length === 0 ? null : (this.levels[this.levels.length - 1] as Level);
  }

  #indexOf(price: number): number {
    let low = 0;
    let high = this.levels.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const there = (this.levels[middle] as Level).price;
      if (this.isBuy ? there < price : there > price) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  levelAt(price: number): Level | null {
    const level = this.levels[this.#indexOf(price)];
    return level !== undefined && level.price === price ? level : null;
  }

  /** Appends to the queue at its limit; `ahead` counts only for the first client at that price. */
  add(order: BookOrder, ahead: number): void {
    const index = this.#indexOf(order.limit);
    let level = this.levels[index];
    if (level === undefined || level.price !== order.limit) {
      level = new Level(order.limit);
      level.ahead = ahead;
      if (index === this.levels.length) this.levels.push(level);
      else this.levels.splice(index, 0, level);
    }
    order.level = level;
    order.previous = level.tail;
    order.next = null;
    if (level.tail === null) level.head = order;
    else level.tail.next = order;
    level.tail = order;
    level.quantity += order.remaining;
    level.orders++;
  }

  remove(order: BookOrder): void {
    const { level, previous, next } = order;
    if (level === null) return;
    if (previous === null) level.head = next;
    else previous.next = next;
    if (next === null) level.tail = previous;
    else next.previous = previous;
    level.quantity -= order.remaining;
    level.orders--;
    order.level = null;
    order.previous = null;
    order.next = null;
    if (level.orders === 0) this.#drop(level);
  }

  #drop(level: Level): void {
    const { levels } = this;
    if (levels[levels.length - 1] === level) levels.pop();
    else levels.splice(this.#indexOf(level.price), 1);
  }

  /** Shares traded or cancelled; the place in the queue stays. Removes an empty order. */
  reduce(order: BookOrder, quantity: number): void {
    const { level } = order;
    if (level === null) return;
    level.quantity -= quantity;
    order.remaining -= quantity;
    if (order.remaining === 0) this.remove(order);
  }
}

export class Book {
  readonly bids = new BookSide(true);
  readonly asks = new BookSide(false);

  own(order: BookOrder): BookSide {
    return order.isBuy ? this.bids : this.asks;
  }

  opposite(order: BookOrder): BookSide {
    return order.isBuy ? this.asks : this.bids;
  }

  isEmpty(): boolean {
    return this.bids.levels.length === 0 && this.asks.levels.length === 0;
  }
}

/** Synthetic liquidity. Prices come best first; NaN when there is none. */
export interface Liquidity {
  bestPrice(isBuySide: boolean): number;
  bestQuantity(isBuySide: boolean): number;
  take(isBuySide: boolean, quantity: number): void;
}

/** Called for each trade after both sides were reduced; `maker` is `null` for synthetic liquidity. */
export type OnTrade = (maker: BookOrder | null, quantity: number, price: number) => void;

/** `blocked`: the next in line belongs to the same owner. */
export type MatchEnd = "filled" | "resting" | "blocked";

const reaches = (isBuy: boolean, limit: number, price: number): boolean => (isBuy ? limit >= price : limit <= price);
const isBetter = (isBuy: boolean, price: number, than: number): boolean => (isBuy ? price < than : price > than);

/** Synthetic shares that come before the clients at this point, 0 when clients are first. */
function syntheticTurn(taker: BookOrder, level: Level | null, liquidity: Liquidity | null, room: number): number {
  if (liquidity === null || room === 0) return 0;
  const price = liquidity.bestPrice(!taker.isBuy);
  if (Number.isNaN(price) || !reaches(taker.isBuy, taker.limit, price)) return 0;
  const there = Math.min(liquidity.bestQuantity(!taker.isBuy), room);
  if (level === null || isBetter(taker.isBuy, price, level.price)) return there;
  return price === level.price ? Math.min(there, level.ahead) : 0;
}

function takeSynthetic(taker: BookOrder, level: Level | null, liquidity: Liquidity, turn: number): number {
  const quantity = Math.min(turn, taker.remaining);
  const price = liquidity.bestPrice(!taker.isBuy);
  liquidity.take(!taker.isBuy, quantity);
  if (level !== null && level.price === price) level.ahead -= quantity;
  taker.remaining -= quantity;
  return quantity;
}

function reachedLevel(side: BookSide, taker: BookOrder): Level | null {
  const best = side.best();
  return best !== null && reaches(taker.isBuy, taker.limit, best.price) ? best : null;
}

/**
 * Price-time matching at resting prices; at one price the synthetic shares that arrived before the clients trade first.
 * `room` limits the synthetic volume. The remainder in `taker.remaining` is not entered into the book.
 */
export function match(
  book: Book,
  taker: BookOrder,
  liquidity: Liquidity | null,
  onTrade: OnTrade,
  room = Number.POSITIVE_INFINITY,
): MatchEnd {
  const side = book.opposite(taker);
  let left = room;
  while (taker.remaining > 0) {
    const level = reachedLevel(side, taker);
    const turn = syntheticTurn(taker, level, liquidity, left);
    if (turn > 0 && liquidity !== null) {
      const price = liquidity.bestPrice(!taker.isBuy);
      const quantity = takeSynthetic(taker, level, liquidity, turn);
      left -= quantity;
      onTrade(null, quantity, price);
      continue;
    }
    const maker = level?.head ?? null;
    if (level === null || maker === null) return "resting";
    if (maker.owner === taker.owner) return "blocked";
    const quantity = Math.min(maker.remaining, taker.remaining);
    side.reduce(maker, quantity);
    taker.remaining -= quantity;
    onTrade(maker, quantity, level.price);
  }
  return "filled";
}
