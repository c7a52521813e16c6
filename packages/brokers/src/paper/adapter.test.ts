import { tariffOf } from "@vriddhi/core/charges/tariff";
import type { OrderTag, OrderTicket } from "@vriddhi/core/order/order";
import { emptyBook, type PaperMarket } from "@vriddhi/core/paper/paper-model";
import { PAPER_SETTINGS } from "@vriddhi/core/paper/paper-settings";
import { paise, rupees } from "@vriddhi/core/shared/money";
import { err, ok } from "@vriddhi/core/shared/result";
import { later, SECOND_MS } from "@vriddhi/core/time/clock";
import { istDate, istInstant, istMinute } from "@vriddhi/core/time/ist";
import { nseCalendar } from "@vriddhi/core/time/trading-calendar";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { describe, expect, it } from "vitest";
import type { PaperBooks, PaperPrices } from "../port/paper-books.ts";
import { createPaperAdapter } from "./adapter.ts";
import { createPaperFiller } from "./filler.ts";
import { createMemoryPaperBooks } from "./memory-books.ts";
import { paperSession } from "./session.ts";

const DAY = istDate("2026-11-16");
const ID = "paper-1";
const SHARE = { isin: "INE1", symbol: "SBIN", brokerSymbol: "SBIN", token: "INE1", tickSize: paise(10), lotSize: 1 };
const ENTRY = { lane: "entry", notAfter: null } as const;

function aWorld(wrap: (books: PaperBooks) => PaperBooks = (books) => books) {
  const clock = createVirtualClock(istInstant(DAY, istMinute(10, 0)));
  const memory = createMemoryPaperBooks();
  memory.open({ id: ID, name: "Paper", book: emptyBook(DAY, rupees(100_000)) });
  let market: PaperMarket | null = null;
  const prices: PaperPrices = { marketOf: () => market, bandOf: () => null, listen: () => () => {} };
  const commonDeps = {
    prices,
    marketClock: clock,
    calendar: nseCalendar,
    tariff: tariffOf("paper"),
    settings: PAPER_SETTINGS,
  };
  const books = wrap(memory);
  const instruments = () => Promise.resolve(ok([SHARE]));
  const failed: string[] = [];
  return {
    clock,
    memory,
    failed,
    adapter: createPaperAdapter({ ...commonDeps, books, clock, instruments }),
    filler: createPaperFiller({
      ...commonDeps,
      books,
      workingIn: memory.workingIn,
      failed: (_, reason) => failed.push(reason),
    }),
    access: {
      session: paperSession({ id: ID, sessionNo: 1 }, clock.now()),
      egress: { localAddress: null, proxyUrl: null },
      algoId: null,
    },
    show(draft: Partial<PaperMarket>): PaperMarket {
      market = { isin: SHARE.isin, at: clock.now(), last: rupees(100), volume: 1_000, bids: [], asks: [], ...draft };
      return market;
    },
  };
}

let tags = 0;
const aTicket = (draft: Partial<OrderTicket> = {}): OrderTicket => ({
  tag: `PAPERAD${String(++tags).padStart(8, "0")}` as OrderTag,
  instrument: SHARE,
  side: "buy",
  quantity: 10,
  product: "intraday",
  pricing: { kind: "limit", limit: rupees(101) },
  validity: "day",
  ...draft,
});

describe("placing a paper order", () => {
  it("fails as never_sent when the book cannot be opened, and reads are unavailable", async () => {
    const away = err({ kind: "not_done", reason: "ECONNREFUSED" } as const);
    const { adapter, access } = aWorld((books) => ({
      ...books,
      read: () => Promise.resolve(away),
      change: () => Promise.resolve(away),
    }));
    const { orders, portfolio } = adapter;
    expect(await orders.place(access, aTicket(), ENTRY)).toMatchObject({ error: { kind: "never_sent" } });
    expect(await portfolio.orders(access)).toMatchObject({ error: { kind: "unavailable" } });
    expect(await portfolio.funds(access)).toMatchObject({ error: { kind: "unavailable" } });
  });

  it("is outcome_unknown when the write's answer is lost, and the order is found by its tag", async () => {
    const { adapter, access } = aWorld((books) => ({
      ...books,
      async change(id, decide) {
        await books.change(id, decide);
        return err({ kind: "lost", reason: "ECONNRESET" });
      },
    }));
    const ticket = aTicket();
    expect(await adapter.orders.place(access, ticket, ENTRY)).toMatchObject({ error: { kind: "outcome_unknown" } });
    const found = await adapter.portfolio.ordersByTag(access, ticket.tag);
    expect(found.ok && found.value.rows).toMatchObject([{ tag: ticket.tag, status: "open" }]);
  });

  it("fails as never_sent when the book is locked until the order's deadline", async () => {
    const { adapter, access, clock, memory } = aWorld((books) => ({
      ...books,
      change(id, decide) {
        clock.advance(2 * SECOND_MS);
        return books.change(id, decide);
      },
    }));
    const sending = { lane: "entry", notAfter: later(clock.now(), SECOND_MS) } as const;
    const answer = await adapter.orders.place(access, aTicket(), sending);
    expect(answer).toEqual(err({ kind: "never_sent", reason: "too late" }));
    expect(memory.bookOf(ID)?.orders).toEqual([]);
  });

  it("fails as never_sent when the call is aborted before the write", async () => {
    const { adapter, access, memory } = aWorld();
    const sending = { lane: "entry", notAfter: null, signal: AbortSignal.abort() } as const;
    expect(await adapter.orders.place(access, aTicket(), sending)).toMatchObject({ error: { kind: "never_sent" } });
    expect(memory.bookOf(ID)?.orders).toEqual([]);
  });

  it("fails as session_expired, as reads do, when the account has no book", async () => {
    const { adapter, access } = aWorld();
    const other = { ...access, session: { ...access.session, clientId: "paper-2" } };
    expect(await adapter.orders.place(other, aTicket(), ENTRY)).toEqual(err({ kind: "session_expired" }));
    expect(await adapter.portfolio.orders(other)).toEqual(err({ kind: "session_expired" }));
  });
});

describe("a read of a paper book", () => {
  it("stores the effect of the newest price before showing it, so that every later read agrees", async () => {
    const { adapter, access, memory, show } = aWorld();
    await adapter.orders.place(access, aTicket(), ENTRY);
    show({ asks: [{ price: rupees(100), quantity: 50 }] });
    const fills = async () => {
      const book = await adapter.portfolio.fills(access);
      return book.ok ? book.value.rows : null;
    };
    const seen = await fills();
    expect(seen).toMatchObject([{ quantity: 10, price: rupees(100) + 10 }]);
    expect(memory.bookOf(ID)?.fills).toHaveLength(1);
    show({ asks: [{ price: rupees(90), quantity: 50 }] });
    expect(await fills()).toEqual(seen);
  });
});

describe("the paper market", () => {
  const stop = { side: "sell", pricing: { kind: "stop_limit", trigger: rupees(98), limit: rupees(97) } } as const;

  it("delivers every tick, also during a write of the book, so that no stop is skipped", async () => {
    const { adapter, access, filler, memory, show } = aWorld();
    await adapter.orders.place(access, aTicket(stop), ENTRY);
    for (const [last, volume] of [
      [99, 1_001],
      [98, 1_002],
      [99, 1_003],
    ] as const)
      filler.receive(show({ last: rupees(last), volume, bids: [{ price: rupees(last), quantity: 5 }] }));
    await filler.idle();
    expect(memory.bookOf(ID)?.orders).toMatchObject([{ isTriggered: true, status: "filled", filledQuantity: 10 }]);
    expect(memory.bookOf(ID)?.fills.map(({ price }) => price)).toEqual([rupees(98) - 10, rupees(97)]);
  });

  it("repeats a tick with the next price after a failed write, so that no tick is lost", async () => {
    let isAway = true;
    const { adapter, access, filler, memory, failed, show } = aWorld((books) => ({
      ...books,
      change: (id, decide) =>
        isAway ? Promise.resolve(err({ kind: "not_done", reason: "ECONNREFUSED" })) : books.change(id, decide),
    }));
    isAway = false;
    await adapter.orders.place(access, aTicket(stop), ENTRY);
    isAway = true;
    filler.receive(show({ last: rupees(98) }));
    await filler.idle();
    expect(failed).toEqual(["ECONNREFUSED"]);
    isAway = false;
    filler.receive(show({ last: rupees(99), bids: [{ price: rupees(99), quantity: 50 }] }));
    await filler.idle();
    expect(memory.bookOf(ID)?.orders).toMatchObject([{ status: "filled", isTriggered: true }]);
  });

  it("skips a book that the tick does not affect, and reads it again after a notification", async () => {
    let changes = 0;
    const { adapter, access, filler, memory, show } = aWorld((books) => ({
      ...books,
      change(id, decide) {
        changes++;
        return books.change(id, decide);
      },
    }));
    await adapter.orders.place(access, aTicket(stop), ENTRY);
    const receive = async (draft: Partial<PaperMarket>) => {
      filler.receive(show(draft));
      await filler.idle();
    };
    await receive({ last: rupees(99), volume: 2_000 });
    const before = changes;
    for (let n = 0; n < 50; n++) await receive({ last: rupees(99), volume: 3_000 + n });
    expect(changes).toBe(before);
    await adapter.orders.place(access, aTicket({ pricing: { kind: "limit", limit: rupees(99) } }), ENTRY);
    filler.bookChanged(ID);
    await receive({ last: rupees(99), asks: [{ price: rupees(99), quantity: 500 }], volume: 4_000 });
    expect(memory.bookOf(ID)?.orders.map(({ status }) => status)).toEqual(["trigger_pending", "filled"]);
    await receive({ last: rupees(98), bids: [{ price: rupees(98), quantity: 500 }], volume: 5_000 });
    expect(memory.bookOf(ID)?.orders.map(({ status }) => status)).toEqual(["filled", "filled"]);
  });

  it("opens a few books at a time, and finally all, for a price that affects a thousand accounts", async () => {
    let open = 0;
    let most = 0;
    const { adapter, access, filler, memory, show } = aWorld((books) => ({
      ...books,
      async change(id, decide) {
        most = Math.max(most, ++open);
        await Promise.resolve();
        open--;
        return books.change(id, decide);
      },
    }));
    const ids = Array.from({ length: 1_000 }, (_, n) => `paper-many-${n}`);
    for (const id of ids) {
      memory.open({ id, name: "Paper", book: emptyBook(DAY, rupees(100_000)) });
      const own = { ...access, session: { ...access.session, clientId: id } };
      await adapter.orders.place(own, aTicket(stop), ENTRY);
    }
    most = 0;
    filler.receive(show({ last: rupees(98), bids: [{ price: rupees(98), quantity: 500 }] }));
    await filler.idle();
    expect(most).toBeLessThanOrEqual(4);
    expect(ids.every((id) => memory.bookOf(id)?.orders[0]?.status === "filled")).toBe(true);
  });

  it("fills an order at the newest price when the filler is notified of its book, without a new tick", async () => {
    const { adapter, access, filler, memory, show, clock } = aWorld();
    await adapter.orders.place(access, aTicket(), ENTRY);
    clock.advance(SECOND_MS);
    show({ asks: [{ price: rupees(100), quantity: 50 }] });
    filler.bookChanged(ID);
    await filler.idle();
    expect(memory.bookOf(ID)?.orders).toMatchObject([{ status: "filled" }]);
  });
});
