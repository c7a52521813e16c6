import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { OrderTicket, Side } from "../order/order.ts";
import { type Paise, paise } from "../shared/money.ts";
import { later, SECOND_MS } from "../time/clock.ts";
import { applyMarket, modifyOnPaper, placeOnPaper } from "./paper-book.ts";
import { aBook, aMarket, aMoment, aTicket, at, rs, SBIN } from "./paper-fixture.ts";
import type { PaperBook, PaperMarket } from "./paper-model.ts";
import { fundsOf, positionsOf } from "./paper-money.ts";
import { PAPER_SETTINGS } from "./paper-settings.ts";

const TICK = 10;
const price = fc.integer({ min: -40, max: 40 }).map((ticks) => paise(rs(1_083) + ticks * TICK));
const side = fc.constantFrom<Side>("buy", "sell");
const quantity = fc.integer({ min: 1, max: 400 });

const aLook = fc
  .record({
    last: price,
    spread: fc.integer({ min: 1, max: 5 }),
    traded: fc.integer({ min: 0, max: 3_000 }),
    shown: fc.integer({ min: 0, max: 300 }),
    hasVolume: fc.boolean(),
  })
  .map((look) => ({ kind: "look", look }) as const);

const aPlacing = fc
  .record({ side, quantity, limit: price, trigger: fc.option(price), validity: fc.constantFrom("day", "ioc") })
  .map((draft) => ({ kind: "place", draft }) as const);

const aChange = fc
  .record({ index: fc.nat(5), limit: price, quantity })
  .map((change) => ({ kind: "change", change }) as const);

type Step =
  typeof aLook extends fc.Arbitrary<infer L>
    ?
        | L
        | (typeof aPlacing extends fc.Arbitrary<infer P> ? P : never)
        | (typeof aChange extends fc.Arbitrary<infer C> ? C : never)
    : never;

interface State {
  readonly book: PaperBook;
  readonly market: PaperMarket;
}

function toTicket({
  side,
  quantity,
  limit,
  trigger,
  validity,
}: Extract<Step, { kind: "place" }>["draft"]): OrderTicket {
  const pricing =
    trigger === null ? ({ kind: "limit", limit } as const) : ({ kind: "stop_limit", trigger, limit } as const);
  return aTicket({ side, quantity, pricing, validity: validity === "ioc" ? "ioc" : "day" });
}

function toMarket(
  { market }: State,
  { last, spread, traded, shown, hasVolume }: Extract<Step, { kind: "look" }>["look"],
) {
  const levels = (at: Paise) => (shown === 0 ? [] : [{ price: at, quantity: shown }]);
  return aMarket({
    at: later(market.at, SECOND_MS),
    last,
    volume: hasVolume ? (market.volume ?? 0) + traded : null,
    bids: levels(paise(last - spread * TICK)),
    asks: levels(paise(last + spread * TICK)),
  });
}

function step(state: State, { kind, ...what }: Step): State {
  const moment = aMoment({ now: state.market.at, market: state.market });
  if (kind === "look" && "look" in what) {
    const market = toMarket(state, what.look);
    return { market, book: applyMarket(state.book, market, PAPER_SETTINGS) };
  }
  if (kind === "place" && "draft" in what) {
    const placed = placeOnPaper(state.book, toTicket(what.draft), moment);
    return placed.ok ? { market: state.market, book: placed.value.book } : state;
  }
  if (!("change" in what)) return state;
  const { index, limit, quantity: whole } = what.change;
  const order = state.book.orders[index];
  if (order === undefined) return state;
  const { id: orderId, product, validity, pricing: from } = order;
  const change = { orderId, instrument: SBIN, product, validity, from, quantity: whole };
  const changed = modifyOnPaper(state.book, { ...change, pricing: { kind: "limit", limit } }, moment);
  return changed.ok ? { market: state.market, book: changed.value.book } : state;
}

const worse = (of: Side, a: number, b: number): boolean => (of === "buy" ? a >= b : a <= b);

function checkStep(before: State, after: State): void {
  for (const fill of after.book.fills.slice(before.book.fills.length)) {
    const order = after.book.orders.find(({ id }) => id === fill.orderId);
    if (order === undefined) throw new Error("a fill belongs to an order");
    expect(worse(fill.side, order.pricing.limit, fill.price)).toBe(true);
    const { market } = after;
    const shown = (fill.side === "buy" ? market.asks : market.bids)[0]?.price;
    const isMet = shown !== undefined && worse(fill.side, fill.price, shown);
    const isTraded = worse(fill.side, fill.price, market.last);
    expect(isMet || isTraded).toBe(true);
  }
}

function checkBook(book: PaperBook): void {
  for (const { id, quantity, filledQuantity, filledValue, status } of book.orders) {
    const fills = book.fills.filter(({ orderId }) => orderId === id);
    expect(filledQuantity).toBeLessThanOrEqual(quantity);
    expect(fills.reduce((sum, fill) => sum + fill.quantity, 0)).toBe(filledQuantity);
    expect(fills.reduce((sum, fill) => sum + fill.quantity * fill.price, 0)).toBe(filledValue);
    expect(status === "filled").toBe(filledQuantity === quantity);
  }
  expect(new Set(book.fills.map(({ id }) => id)).size).toBe(book.fills.length);
  const net = book.fills.reduce((sum, fill) => sum + (fill.side === "buy" ? fill.quantity : -fill.quantity), 0);
  expect(positionsOf(book).reduce((sum, one) => sum + one.netQuantity, 0)).toBe(net);
  expect(fundsOf(book, PAPER_SETTINGS).used).toBeGreaterThanOrEqual(0);
}

describe("paper orders in any market", () => {
  it("never fill more than requested, beyond the limit, or at a better price than the market's", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(aLook, aLook, aPlacing, aChange), { maxLength: 40 }), (steps) => {
        let state: State = { book: aBook(), market: aMarket({ at: at(10, 0) }) };
        for (const one of steps as readonly Step[]) {
          const next = step(state, one);
          checkStep(state, next);
          checkBook(next.book);
          state = next;
        }
      }),
      { numRuns: 300 },
    );
  });

  it("do not change when the same market moment is repeated", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(aLook, aPlacing), { maxLength: 25 }), (steps) => {
        let state: State = { book: aBook(), market: aMarket({ at: at(10, 0) }) };
        for (const one of steps as readonly Step[]) {
          const next = step(state, one);
          if (one.kind === "look")
            expect(applyMarket(next.book, next.market, PAPER_SETTINGS).fills).toEqual(next.book.fills);
          state = next;
        }
      }),
      { numRuns: 200 },
    );
  });
});
