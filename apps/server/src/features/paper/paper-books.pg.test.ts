import type { PaperAccount } from "@vriddhi/brokers/port/paper-books";
import { tariffOf } from "@vriddhi/core/charges/tariff";
import type { OrderTag } from "@vriddhi/core/order/order";
import { applyMarket, placeOnPaper } from "@vriddhi/core/paper/paper-book";
import type { PaperBook, PaperMarket } from "@vriddhi/core/paper/paper-model";
import { nextBook } from "@vriddhi/core/paper/paper-money";
import { PAPER_SETTINGS } from "@vriddhi/core/paper/paper-settings";
import { paise, rupees } from "@vriddhi/core/shared/money";
import { epochMs } from "@vriddhi/core/time/clock";
import { istDate, istInstant, istMinute } from "@vriddhi/core/time/ist";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { APP_ROLE, type Database, openDatabase } from "../../platform/db/database.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { createPaperStore } from "./paper.store.pg.ts";
import { createPgPaperBooks } from "./paper-books.store.pg.ts";

const DAY = istDate("2026-11-16");
const NOW = istInstant(DAY, istMinute(10, 0));
const SHARE = {
  isin: "INE062A01020",
  symbol: "SBIN",
  brokerSymbol: "SBIN",
  token: "1",
  tickSize: paise(10),
  lotSize: 1,
};

let scratch: TestDatabase;
let database: Database;
let people = 0;
let tags = 0;

beforeAll(async () => {
  scratch = await createTestDatabase();
  database = openDatabase(scratch.url, { max: 8, role: APP_ROLE, onError: () => {} });
});
afterAll(async () => {
  await database.close();
  await scratch.drop();
});

const market = (draft: Partial<PaperMarket> = {}): PaperMarket => ({
  isin: SHARE.isin,
  at: NOW,
  last: rupees(1_083),
  volume: 1_000,
  bids: [{ price: rupees(1_082), quantity: 1_000 }],
  asks: [{ price: rupees(1_084), quantity: 1_000 }],
  ...draft,
});

async function aPaper() {
  const { rows } = await database.pool.query<{ id: string }>(
    "INSERT INTO users (id, email, name, role, created_at) VALUES (gen_random_uuid(), $1, 'Asha', 'user', now()) RETURNING id",
    [`paper${++people}@example.in`],
  );
  const userId = rows[0]?.id ?? "";
  const store = createPaperStore(database);
  const paper = { userId, capital: rupees(100_000), day: DAY, at: NOW };
  expect(await store.open(paper)).toBe(true);
  const record = await store.ofUser(userId);
  if (record === null) throw new Error("it was opened");
  return { store, paper, record, books: createPgPaperBooks(database) };
}

function place(book: PaperBook, limit = rupees(1_090), tag = `PAPERPG${String(++tags).padStart(8, "0")}` as OrderTag) {
  const pricing = { kind: "limit", limit } as const;
  const what = { side: "buy", quantity: 2, product: "intraday", validity: "day" } as const;
  const moment = { now: NOW, isOpen: true, market: market(), band: null, settings: PAPER_SETTINGS };
  const placed = placeOnPaper(book, { ...what, tag, instrument: SHARE, pricing }, moment);
  if (!placed.ok) throw new Error(placed.error);
  return placed.value;
}

const buyNow = ({ book }: PaperAccount) => {
  const { book: after, order } = place(book);
  return { book: after, value: order.id };
};

describe("paper books in the database", () => {
  it("paper books are opened once per user, together with the trading account", async () => {
    const { store, paper, record } = await aPaper();
    expect(await store.open({ ...paper, capital: rupees(500) })).toBe(false);
    const { rows } = await database.pool.query("SELECT broker FROM trading_account WHERE id = $1", [record.accountId]);
    expect(rows).toEqual([{ broker: "paper" }]);
    expect((await store.ofAccounts([record.accountId])).get(record.accountId)).toEqual(record);
  });

  it("paper books are read as they were stored", async () => {
    const { record, books, store } = await aPaper();
    let expected: PaperBook | null = null;
    const changed = await books.change(record.id, ({ book }) => {
      const { book: after } = place(place(book).book, rupees(1_083));
      expected = applyMarket(after, market({ last: rupees(1_082), volume: 1_005 }), PAPER_SETTINGS);
      return { book: expected, value: "done" };
    });
    expect(changed).toEqual({ ok: true, value: { value: "done" } });
    const read = await books.read(record.id);
    expect(read.ok && read.value?.book).toEqual(expected);
    expect(await store.listWorking()).toEqual(new Map([[SHARE.isin, new Set([record.id])]]));
  });

  it("concurrent callers change paper books one after the other", async () => {
    const { record, books } = await aPaper();
    const others = [createPgPaperBooks(database), createPgPaperBooks(database), books];
    const all = await Promise.all(
      Array.from({ length: 12 }, (_, n) => (others[n % 3] ?? books).change(record.id, buyNow)),
    );
    const ids = all.map((answer) => (answer.ok ? answer.value?.value : null));
    expect(new Set(ids).size).toBe(12);
    const read = await books.read(record.id);
    expect(read.ok && read.value?.book.fills).toHaveLength(12);
    expect(read.ok && read.value?.book.orders.map(({ no }) => no)).toEqual(Array.from({ length: 12 }, (_, n) => n + 1));
  });

  it("paper books keep nothing of a failed decision, and report that nothing is done when the database is down", async () => {
    const { record, books } = await aPaper();
    const broken = books.change(record.id, () => {
      throw new Error("a bug");
    });
    await expect(broken).rejects.toThrow("a bug");
    const away = openDatabase("postgres://missing@127.0.0.1:1/none", { max: 1, onError: () => {} });
    expect(await createPgPaperBooks(away).change(record.id, buyNow)).toMatchObject({ error: { kind: "not_done" } });
    expect(await createPgPaperBooks(away).read(record.id)).toMatchObject({ error: { kind: "not_done" } });
    await away.close();
    const read = await books.read(record.id);
    expect(read.ok && read.value?.book.orders).toEqual([]);
  });

  it("paper books report an unknown outcome when the commit got no answer", async () => {
    const { record } = await aPaper();
    const deaf: Database = {
      ...database,
      transaction: async (work) => {
        await database.transaction(work);
        throw new Error("the connection was lost");
      },
    };
    const answer = await createPgPaperBooks(deaf).change(record.id, buyNow);
    expect(answer).toMatchObject({ ok: false, error: { kind: "lost" } });
    const read = await createPgPaperBooks(database).read(record.id);
    expect(read.ok && read.value?.book.orders).toHaveLength(1);
  });

  it("notifies other processes of a changed paper book", async () => {
    const { record, books } = await aPaper();
    const client = await database.pool.connect();
    const notified: (string | undefined)[] = [];
    client.on("notification", ({ payload }) => notified.push(payload));
    await client.query("LISTEN paper_book");
    await books.change(record.id, buyNow);
    await expect.poll(() => notified, { timeout: 60_000 }).toContain(record.id);
    client.release(true);
  });

  it("paper books start each day empty, and keep the day before", async () => {
    const { record, books, store } = await aPaper();
    await books.change(record.id, ({ book }) => ({ book: place(place(book).book, rupees(1_083)).book, value: null }));
    const tomorrow = istDate("2026-11-17");
    await books.change(record.id, ({ book }) => ({ book: nextBook(book, tomorrow, tariffOf("zerodha")), value: null }));
    const read = await books.read(record.id);
    expect(read.ok && read.value?.book).toMatchObject({ day: tomorrow, orders: [], fills: [] });
    expect((await store.listWorking()).get(SHARE.isin)?.has(record.id) ?? false).toBe(false);
    const { rows } = await database.pool.query("SELECT count(*)::int AS n FROM paper_order WHERE paper_id = $1", [
      record.id,
    ]);
    expect(rows).toEqual([{ n: 2 }]);
  });

  it("paper books are reset when nothing is open, which ends every session", async () => {
    const { record, books, store, paper } = await aPaper();
    await books.change(record.id, buyNow);
    const again = { ...paper, capital: rupees(5_000), at: epochMs(NOW + 1) };
    expect(await store.reset(again, () => false)).toBe("busy");
    expect(await store.reset(again, () => true)).toBe("done");
    const read = await books.read(record.id);
    expect(read.ok && read.value).toMatchObject({ sessionNo: 2, book: { cash: rupees(5_000), orders: [], fills: [] } });
    expect(await store.reset({ ...again, userId: "00000000-0000-4000-8000-000000000000" }, () => true)).toBe("missing");
    await books.change(record.id, buyNow);
  });
});
