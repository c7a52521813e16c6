import { paperSession } from "@vriddhi/brokers/paper/session";
import type { Tick } from "@vriddhi/brokers/port/feed";
import type { OrderTag } from "@vriddhi/core/order/order";
import { PAPER_SETTINGS } from "@vriddhi/core/paper/paper-settings";
import { paise, rupees } from "@vriddhi/core/shared/money";
import { SECOND_MS } from "@vriddhi/core/time/clock";
import { istDate, istInstant, istMinute } from "@vriddhi/core/time/ist";
import { nseCalendar } from "@vriddhi/core/time/trading-calendar";
import { eventually } from "@vriddhi/testing/eventually";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TickListener } from "../features/market-feed/market-feed.ts";
import type { PaperRecord } from "../features/paper/paper.store.ts";
import { APP_ROLE, type Database, openDatabase } from "../platform/db/database.ts";
import { strictWatch } from "../platform/db/transaction-watch.ts";
import { createWorkWatch } from "../platform/events/work-watch.ts";
import { createLogger } from "../platform/log/logger.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { createClosing } from "./closing.ts";
import { composePaper, type Paper, startPaper } from "./paper.ts";

const DAY = istDate("2026-11-16");
const SHARE = { isin: "INE062A01020", symbol: "SBIN", brokerSymbol: "SBIN", token: "INE062A01020" };
const log = createLogger("silent");
const clock = createVirtualClock(istInstant(DAY, istMinute(10, 0)));

let scratch: TestDatabase;
let people = 0;
let tags = 0;
const running: Process[] = [];

interface Process {
  readonly paper: Paper;
  readonly database: Database;
  readonly wanted: readonly string[];
  tick(draft: Partial<Tick>): void;
  stop(): Promise<void>;
}

function startProcess(): Process {
  const database = openDatabase(scratch.url, { max: 4, role: APP_ROLE, onError: () => {} });
  const listeners: TickListener[] = [];
  const wanted: string[] = [];
  const feed = {
    listen(_: string, listener: TickListener) {
      listeners.push(listener);
      return () => {};
    },
    want: (_: string, isins: readonly string[]) => void wanted.splice(0, wanted.length, ...isins),
  };
  const clocks = { humanClock: clock, marketClock: clock };
  const workWatch = createWorkWatch({ database, log, ...clocks });
  const platform = { database, ...clocks, calendar: nseCalendar, log, watch: strictWatch, workWatch };
  const paper = composePaper({ platform, feed });
  const closing = createClosing(log);
  startPaper(paper, { platform, feed }, closing);
  const process: Process = {
    paper,
    database,
    wanted,
    tick(draft) {
      const tick = { token: "1", lastPrice: rupees(1_083), volume: 1_000, bid: null, ask: null, at: null, ...draft };
      for (const listener of listeners) listener([{ isin: SHARE.isin, tick }]);
    },
    async stop() {
      await closing.closeAll();
      await workWatch.stop();
      await database.close();
    },
  };
  running.push(process);
  return process;
}

beforeAll(async () => {
  scratch = await createTestDatabase();
});
afterAll(async () => {
  for (const process of running) await process.stop();
  await scratch.drop();
});

async function anAccount({ paper, database }: Process): Promise<PaperRecord> {
  const { rows } = await database.pool.query<{ id: string }>(
    "INSERT INTO users (id, email, name, role, created_at) VALUES (gen_random_uuid(), $1, 'Asha', 'user', now()) RETURNING id",
    [`process${++people}@example.in`],
  );
  const userId = rows[0]?.id ?? "";
  await paper.store.open({ userId, capital: rupees(100_000), day: DAY, at: clock.now() });
  const record = await paper.store.ofUser(userId);
  if (record === null) throw new Error("it was opened");
  return record;
}

const accessOf = (record: PaperRecord) => ({
  session: paperSession(record, clock.now()),
  egress: { localAddress: null, proxyUrl: null },
  algoId: null,
});

async function place({ paper }: Process, record: PaperRecord, trigger: number | null): Promise<void> {
  const limit = rupees(1_090);
  const pricing =
    trigger === null
      ? ({ kind: "limit", limit } as const)
      : ({ kind: "stop_limit", trigger: rupees(trigger), limit } as const);
  const what = { side: "buy", quantity: 5, product: "intraday", validity: "day", pricing } as const;
  const tag = `PAPERPR${String(++tags).padStart(8, "0")}` as OrderTag;
  const instrument = { ...SHARE, tickSize: paise(10), lotSize: 1 };
  const sending = { lane: "entry", notAfter: null } as const;
  const placed = await paper.adapter.orders.place(accessOf(record), { ...what, tag, instrument }, sending);
  expect(placed.ok).toBe(true);
}

const fillsOf = async ({ paper }: Process, record: PaperRecord) => {
  const fills = await paper.adapter.portfolio.fills(accessOf(record));
  return fills.ok ? fills.value.rows : [];
};

describe("paper trading in several processes", () => {
  it("the leader fills an order of a process without prices, and notifies that process", async () => {
    const [worker, engine] = [startProcess(), startProcess()];
    const record = await anAccount(worker);
    const hints: (number | null)[] = [];
    const updates = worker.paper.adapter.updates.open(async () => accessOf(record), {
      state: () => {},
      hint: ({ filledQuantity }) => hints.push(filledQuantity),
    });
    engine.tick({ ask: rupees(1_084) });
    await place(worker, record, null);
    const [fill] = await eventually("the order is filled", async () => {
      const rows = await fillsOf(worker, record);
      return rows.length > 0 ? rows : null;
    });
    const slip = PAPER_SETTINGS.slippageTicks * 10;
    expect(fill).toMatchObject({ quantity: 5, price: rupees(1_084) + slip });
    await eventually("the process that placed it hears of the fill", () => (hints.includes(5) ? true : null));
    updates.close();
  });

  it("a restarted process continues with every paper account as it was stored", async () => {
    const before = startProcess();
    const record = await anAccount(before);
    await place(before, record, 1_086);
    before.tick({ lastPrice: rupees(1_085), volume: 2_000 });
    await before.stop();
    running.splice(running.indexOf(before), 1);
    clock.advance(60 * SECOND_MS);
    const after = startProcess();
    await eventually("the share is wanted", () => (after.wanted.includes(SHARE.isin) ? true : null));
    after.tick({ lastPrice: rupees(1_086), ask: rupees(1_086), volume: 900_000 });
    await eventually("the stop was reached", async () => ((await fillsOf(after, record)).length > 0 ? true : null));
    expect((await fillsOf(after, record)).map(({ quantity }) => quantity)).toEqual([5]);
  });

  it("an order placed while the leader was down is checked against the newest price", async () => {
    const worker = startProcess();
    const record = await anAccount(worker);
    await place(worker, record, null);
    const engine = startProcess();
    // The only price arrives before the process can know of the order.
    engine.tick({ ask: rupees(1_084) });
    await eventually("the order is filled", async () => ((await fillsOf(worker, record)).length > 0 ? true : null));
  });

  it("two processes with the same prices fill a paper order once", async () => {
    const [one, two] = [startProcess(), startProcess()];
    const record = await anAccount(one);
    await place(one, record, 1_095);
    for (const process of [one, two]) await eventually("it is known", () => (process.wanted.length > 0 ? true : null));
    for (let n = 1; n <= 20; n++)
      for (const process of [one, two])
        process.tick({ lastPrice: rupees(1_085 + n), volume: 1_000_000 + n, ask: rupees(1_085 + n) });
    await eventually("the stop was reached", async () => ((await fillsOf(one, record)).length > 0 ? true : null));
    one.tick({ lastPrice: rupees(1_060), ask: rupees(1_060), volume: 3_000_000 });
    two.tick({ lastPrice: rupees(1_060), ask: rupees(1_060), volume: 3_000_000 });
    await eventually("it is filled", async () => {
      const filled = (await fillsOf(two, record)).reduce((sum, { quantity }) => sum + quantity, 0);
      return filled >= 5 ? filled : null;
    });
    const total = (await fillsOf(one, record)).reduce((sum, { quantity }) => sum + quantity, 0);
    expect(total).toBe(5);
  });
});
