import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Book, type BookOrder, type Liquidity, match } from "./book.ts";

interface Named extends BookOrder {
  readonly name: number;
}

const anOrder = (isBuy: boolean, limit: number, remaining: number, owner: number, name = 0): Named => ({
  isBuy,
  limit,
  remaining,
  owner,
  name,
  level: null,
  next: null,
  previous: null,
});

interface Done {
  readonly maker: number | null;
  readonly quantity: number;
  readonly price: number;
}

function send(book: Book, order: Named, liquidity: Liquidity | null = null): { done: Done[]; end: string } {
  const done: Done[] = [];
  const end = match(book, order, liquidity, (maker, quantity, price) => {
    done.push({ maker: maker === null ? null : (maker as Named).name, quantity, price });
  });
  if (end === "resting") book.own(order).add(order, 0);
  return { done, end };
}

function liquidityAt(bid: number, ask: number, quantity: number): Liquidity {
  const left = { bid: quantity, ask: quantity };
  const side = (isBuySide: boolean) => (isBuySide ? "bid" : "ask");
  return {
    bestPrice: (isBuySide) => (left[side(isBuySide)] === 0 ? Number.NaN : isBuySide ? bid : ask),
    bestQuantity: (isBuySide) => left[side(isBuySide)],
    take(isBuySide, taken) {
      left[side(isBuySide)] -= taken;
    },
  };
}

describe("order matching", () => {
  it("serves the better price first, then the older order, at their prices", () => {
    const book = new Book();
    send(book, anOrder(false, 102, 5, 1, 1));
    send(book, anOrder(false, 101, 5, 2, 2));
    send(book, anOrder(false, 101, 5, 3, 3));

    const { done, end } = send(book, anOrder(true, 102, 12, 9, 9));

    expect(done).toEqual([
      { maker: 2, quantity: 5, price: 101 },
      { maker: 3, quantity: 5, price: 101 },
      { maker: 1, quantity: 2, price: 102 },
    ]);
    expect(end).toBe("filled");
    expect(book.asks.best()).toMatchObject({ price: 102, quantity: 3, orders: 1 });
  });

  it("does not match orders beyond the limit", () => {
    const book = new Book();
    send(book, anOrder(false, 103, 5, 1, 1));
    expect(send(book, anOrder(true, 102, 5, 2, 2))).toEqual({ done: [], end: "resting" });
    expect(book.bids.best()?.price).toBe(102);
    expect(book.asks.best()?.price).toBe(103);
  });

  it("stops before an order of the same owner, and trades with the others in front of it", () => {
    const book = new Book();
    send(book, anOrder(false, 101, 5, 2, 2));
    send(book, anOrder(false, 101, 5, 1, 1));
    const taker = anOrder(true, 101, 10, 1, 9);

    expect(send(book, taker)).toEqual({ done: [{ maker: 2, quantity: 5, price: 101 }], end: "blocked" });
    expect(taker.remaining).toBe(5);
    expect(book.asks.best()).toMatchObject({ quantity: 5, orders: 1 });
  });

  it("keeps the place of an order that shrinks", () => {
    const book = new Book();
    const first = anOrder(true, 100, 10, 1, 1);
    send(book, first);
    send(book, anOrder(true, 100, 10, 2, 2));
    book.bids.reduce(first, 4);

    expect(send(book, anOrder(false, 100, 8, 3, 3)).done).toEqual([
      { maker: 1, quantity: 6, price: 100 },
      { maker: 2, quantity: 2, price: 100 },
    ]);
  });

  it("trades with earlier synthetic shares, then with clients, then with the other synthetic shares", () => {
    const book = new Book();
    book.asks.add(anOrder(false, 101, 5, 1, 1), 3);

    const { done } = send(book, anOrder(true, 101, 12, 2, 2), liquidityAt(99, 101, 10));

    expect(done).toEqual([
      { maker: null, quantity: 3, price: 101 },
      { maker: 1, quantity: 5, price: 101 },
      { maker: null, quantity: 4, price: 101 },
    ]);
  });

  it("takes no more from the synthetic side than its quantity limit", () => {
    const taker = anOrder(true, 101, 12, 2, 2);
    const traded: number[] = [];
    expect(match(new Book(), taker, liquidityAt(99, 101, 10), (_, quantity) => traded.push(quantity), 4)).toBe(
      "resting",
    );
    expect(traded).toEqual([4]);
    expect(taker.remaining).toBe(8);
  });
});

interface Step {
  readonly isBuy: boolean;
  readonly limit: number;
  readonly quantity: number;
  readonly owner: number;
  readonly cancels: number;
}

const steps = fc.array(
  fc.record<Step>({
    isBuy: fc.boolean(),
    limit: fc.integer({ min: 95, max: 105 }),
    quantity: fc.integer({ min: 1, max: 50 }),
    owner: fc.integer({ min: 1, max: 4 }),
    cancels: fc.integer({ min: -3, max: 30 }),
  }),
  { maxLength: 80 },
);

/** The book as a plain sorted list: a slow and obvious oracle. */
class PlainBook {
  orders: Named[] = [];

  send(order: Named): Done[] {
    const done: Done[] = [];
    const left = { ...order };
    const isReached = (other: Named) => (order.isBuy ? other.limit <= order.limit : other.limit >= order.limit);
    const better = (a: Named, b: Named) => (order.isBuy ? a.limit - b.limit : b.limit - a.limit) || a.name - b.name;
    for (const maker of this.orders.filter((other) => other.isBuy !== order.isBuy && isReached(other)).sort(better)) {
      if (left.remaining === 0) break;
      if (maker.owner === order.owner) {
        left.remaining = 0; // the newest is cancelled
        break;
      }
      const quantity = Math.min(left.remaining, maker.remaining);
      maker.remaining -= quantity;
      left.remaining -= quantity;
      done.push({ maker: maker.name, quantity, price: maker.limit });
    }
    this.orders = this.orders.filter(({ remaining }) => remaining > 0);
    if (left.remaining > 0) this.orders.push(left);
    return done;
  }

  cancel(name: number): void {
    this.orders = this.orders.filter((order) => order.name !== name);
  }
}

function checkLevels(book: Book): void {
  for (const side of [book.bids, book.asks]) {
    const prices = side.levels.map(({ price }) => price);
    expect(prices).toEqual([...new Set(prices)].sort((a, b) => (side.isBuy ? a - b : b - a)));
    for (const level of side.levels) {
      let quantity = 0;
      let orders = 0;
      for (let order = level.head; order !== null; order = order.next) {
        expect(order.remaining).toBeGreaterThan(0);
        quantity += order.remaining;
        orders++;
      }
      expect([level.quantity, level.orders]).toEqual([quantity, orders]);
      expect(orders).toBeGreaterThan(0);
    }
  }
}

describe("any sequence of orders", () => {
  it("trades exactly as in the plain list, never crosses the book and loses no share", () => {
    fc.assert(
      fc.property(steps, (sequence) => {
        const book = new Book();
        const plain = new PlainBook();
        const sent: Named[] = [];
        let entered = 0;
        let traded = 0;
        let gone = 0;
        sequence.forEach(({ isBuy, limit, quantity, owner, cancels }, name) => {
          const order = anOrder(isBuy, limit, quantity, owner, name);
          entered += quantity;
          const { done, end } = send(book, order);
          expect(done).toEqual(plain.send(anOrder(isBuy, limit, quantity, owner, name)));
          traded += 2 * done.reduce((sum, trade) => sum + trade.quantity, 0);
          if (end === "blocked") gone += order.remaining;
          sent.push(order);
          const old = sent[cancels];
          if (old?.level) {
            gone += old.remaining;
            book.own(old).remove(old);
            plain.cancel(cancels);
          }
          const bid = book.bids.best()?.price ?? 0;
          const ask = book.asks.best()?.price ?? Number.POSITIVE_INFINITY;
          expect(bid).toBeLessThan(ask);
        });
        checkLevels(book);
        const resting = [...book.bids.levels, ...book.asks.levels].reduce((sum, level) => sum + level.quantity, 0);
        expect(traded + gone + resting).toBe(entered);
      }),
    );
  });
});
