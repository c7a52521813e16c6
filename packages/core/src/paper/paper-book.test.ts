import { describe, expect, it } from "vitest";
import type { OrderChange } from "../order/order.ts";
import { later, MINUTE_MS, SECOND_MS } from "../time/clock.ts";
import { applyMarket, cancelOnPaper, modifyOnPaper, type PaperAccepted, placeOnPaper } from "./paper-book.ts";
import { aBook, aMarket, aMoment, aTicket, at, rs, SBIN } from "./paper-fixture.ts";
import type { PaperBook, PaperMarket, PaperOrder } from "./paper-model.ts";
import { PAPER_SETTINGS } from "./paper-settings.ts";

function taken(result: ReturnType<typeof placeOnPaper>): PaperAccepted {
  if (!result.ok) throw new Error(result.error);
  return result.value;
}

const apply = (book: PaperBook, draft: Partial<PaperMarket>): PaperBook =>
  applyMarket(book, aMarket(draft), PAPER_SETTINGS);
const first = ({ orders }: PaperBook): PaperOrder => orders[0] as PaperOrder;
const limit = (rupees: number) => ({ kind: "limit", limit: rs(rupees) }) as const;

const changeTo = (order: PaperOrder, change: Partial<OrderChange>): OrderChange => ({
  orderId: order.id,
  instrument: SBIN,
  product: "intraday",
  validity: "day",
  from: order.pricing,
  quantity: order.quantity,
  pricing: order.pricing,
  ...change,
});

describe("a marketable paper order", () => {
  it("fills at the shown price plus one tick, and never above its limit", () => {
    const { order } = taken(placeOnPaper(aBook(), aTicket({ pricing: limit(1_090) }), aMoment()));
    expect(order).toMatchObject({ status: "filled", filledQuantity: 10, filledValue: 10 * rs(1_083.2) });
    const tight = taken(placeOnPaper(aBook(), aTicket({ pricing: limit(1_083.1) }), aMoment()));
    expect(tight.order.filledValue).toBe(10 * rs(1_083.1));
    const sale = taken(placeOnPaper(aBook(), aTicket({ side: "sell", pricing: limit(1_080) }), aMoment()));
    expect(sale.order.filledValue).toBe(10 * rs(1_082.8));
  });

  it("fills each shown share only once", () => {
    const asks = [{ price: rs(1_083.1), quantity: 12 }];
    const one = taken(
      placeOnPaper(aBook(), aTicket({ pricing: limit(1_090) }), aMoment({ market: aMarket({ asks }) })),
    );
    const two = taken(
      placeOnPaper(one.book, aTicket({ pricing: limit(1_090) }), aMoment({ market: aMarket({ asks }) })),
    );
    expect(two.order).toMatchObject({ status: "open", filledQuantity: 2 });
    const more = apply(two.book, { asks: [{ price: rs(1_083.1), quantity: 15 }] });
    expect(more.orders[1]).toMatchObject({ filledQuantity: 5 });
    const moved = apply(more, { asks: [{ price: rs(1_083.3), quantity: 15 }] });
    expect(moved.orders[1]).toMatchObject({ status: "filled", filledQuantity: 10 });
  });

  it("waits where the known price is too old or missing", () => {
    const old = aMarket({ at: later(at(10, 0), -6 * SECOND_MS) });
    for (const market of [old, null]) {
      const { order, book } = taken(placeOnPaper(aBook(), aTicket({ pricing: limit(1_090) }), aMoment({ market })));
      expect(order).toMatchObject({ status: "open", filledQuantity: 0 });
      expect(first(apply(book, {}))).toMatchObject({ status: "filled", filledValue: 10 * rs(1_083.2) });
      const ioc = aTicket({ pricing: limit(1_090), validity: "ioc" });
      expect(taken(placeOnPaper(aBook(), ioc, aMoment({ market }))).order.status).toBe("cancelled");
    }
  });
});

describe("a resting paper order", () => {
  const restingBook = () => taken(placeOnPaper(aBook(), aTicket({ pricing: limit(1_082.9) }), aMoment())).book;

  it("waits at its price until the queue has traded, then gets a tenth of the trades", () => {
    const queued = apply(restingBook(), { last: rs(1_082.9), volume: 100_400 });
    expect(first(queued)).toMatchObject({ filledQuantity: 0, queueAhead: 100 });
    const served = apply(queued, { last: rs(1_082.9), volume: 100_530 });
    expect(first(served)).toMatchObject({ filledQuantity: 3, filledValue: 3 * rs(1_082.9), queueAhead: 0 });
  });

  it("fills when its price was traded through", () => {
    const through = apply(restingBook(), { last: rs(1_082.8), volume: 100_055 });
    expect(first(through)).toMatchObject({ filledQuantity: 5, filledValue: 5 * rs(1_082.9) });
    const whole = apply(through, { last: rs(1_082.8), volume: 100_100 });
    expect(first(whole)).toMatchObject({ status: "filled", filledQuantity: 10 });
  });

  it("ignores trades above its price, and counts the same volume once", () => {
    const above = apply(restingBook(), { last: rs(1_083), volume: 900_000 });
    expect(first(above)).toMatchObject({ filledQuantity: 0, queueAhead: 500 });
    const once = apply(above, { last: rs(1_082.8), volume: 900_030 });
    const twice = apply(once, { last: rs(1_082.8), volume: 900_030 });
    expect(first(twice).filledQuantity).toBe(3);
    expect(first(apply(twice, { last: rs(1_082.8), volume: 900_000 })).filledQuantity).toBe(3);
  });

  it("trades at its own price when the other side reaches it", () => {
    const met = apply(restingBook(), { asks: [{ price: rs(1_082), quantity: 100 }], bids: [] });
    expect(first(met)).toMatchObject({ status: "filled", filledValue: 10 * rs(1_082.9) });
  });

  it("moves to the end of the queue when it is changed, up to the allowed number of changes", () => {
    let book = apply(restingBook(), { last: rs(1_082.9), volume: 100_400 });
    for (let n = 0; n < 25; n++) {
      const changed = modifyOnPaper(book, changeTo(first(book), { quantity: 11 + n }), aMoment());
      if (!changed.ok) throw new Error(changed.error);
      book = changed.value.book;
    }
    expect(first(book)).toMatchObject({ quantity: 35, queueAhead: 500, modifications: 25 });
    expect(modifyOnPaper(book, changeTo(first(book), {}), aMoment()).ok).toBe(false);
  });
});

describe("a paper stop", () => {
  const pricing = { kind: "stop_limit", trigger: rs(1_080), limit: rs(1_078) } as const;
  const bought = () => taken(placeOnPaper(aBook(), aTicket({ pricing: limit(1_090) }), aMoment())).book;
  const stopped = () => taken(placeOnPaper(bought(), aTicket({ side: "sell", pricing }), aMoment())).book;
  const stop = ({ orders }: PaperBook) => orders[1] as PaperOrder;

  it("waits for a trade at its trigger and sells one tick below the shown price", () => {
    const near = apply(stopped(), { last: rs(1_080.1), bids: [{ price: rs(1_080), quantity: 50 }] });
    expect(stop(near)).toMatchObject({ status: "trigger_pending", filledQuantity: 0 });
    const hit = apply(near, { last: rs(1_080), bids: [{ price: rs(1_079.9), quantity: 50 }] });
    expect(stop(hit)).toMatchObject({ status: "filled", filledValue: 10 * rs(1_079.8) });
  });

  it("rests at its limit when the market has fallen below, and does not sell for less", () => {
    const gap = apply(stopped(), { last: rs(1_070), bids: [{ price: rs(1_069.9), quantity: 50 }] });
    expect(stop(gap)).toMatchObject({ status: "open", isTriggered: true, filledQuantity: 0 });
    const back = apply(gap, { last: rs(1_078.5), volume: 100_050, bids: [{ price: rs(1_077.9), quantity: 50 }] });
    expect(stop(back)).toMatchObject({ filledQuantity: 5, filledValue: 5 * rs(1_078) });
  });

  it("becomes a limit that trades, as a target exit does", () => {
    const book = stopped();
    const changed = modifyOnPaper(book, changeTo(stop(book), { pricing: limit(1_082) }), aMoment());
    expect(changed.ok && changed.value.order).toMatchObject({ status: "filled", filledValue: 10 * rs(1_082.8) });
  });
});

describe("a paper refusal", () => {
  it.each([
    ["a closed market", aTicket(), { isOpen: false }],
    ["a price between two ticks", aTicket({ pricing: limit(1_083.05) }), {}],
    ["a price far from every band", aTicket({ pricing: limit(1_500) }), {}],
    ["no shares", aTicket({ quantity: 0 }), {}],
    ["more than the money is good for", aTicket({ quantity: 5_000 }), {}],
  ] as const)("%s", (_, ticket, moment) => {
    expect(placeOnPaper(aBook(), ticket, aMoment(moment)).ok).toBe(false);
  });

  it("never applies to an exit for lack of funds", () => {
    const poor = taken(placeOnPaper(aBook(rs(2_200)), aTicket({ pricing: limit(1_090) }), aMoment())).book;
    const lost = { ...poor, cash: rs(0) };
    const exit = aTicket({ side: "sell", pricing: limit(1_080) });
    expect(placeOnPaper(lost, exit, aMoment()).ok).toBe(true);
    expect(placeOnPaper(lost, aTicket(), aMoment()).ok).toBe(false);
  });

  it("returns the first order for a repeated tag", () => {
    const ticket = aTicket();
    const once = taken(placeOnPaper(aBook(), ticket, aMoment()));
    const twice = taken(placeOnPaper(once.book, ticket, aMoment({ now: later(at(10, 0), MINUTE_MS) })));
    expect(twice.book).toBe(once.book);
    expect(twice.order.id).toBe(once.order.id);
  });

  it("applies to cancelling an ended or unknown order", () => {
    const { book, order } = taken(placeOnPaper(aBook(), aTicket(), aMoment()));
    const ended = cancelOnPaper(book, order.id, at(10, 1));
    if (!ended.ok) throw new Error(ended.error);
    expect(ended.value.order.status).toBe("cancelled");
    expect(cancelOnPaper(ended.value.book, order.id, at(10, 2)).ok).toBe(false);
    expect(cancelOnPaper(book, "261116000000009", at(10, 2)).ok).toBe(false);
  });
});
