import { randomUUID } from "node:crypto";
import { accountId } from "@vriddhi/core/allocation/account-id";
import { PAGE_ABSENCE_MS } from "@vriddhi/core/run/run";
import { rupees } from "@vriddhi/core/shared/money";
import { later, SECOND_MS } from "@vriddhi/core/time/clock";
import { type IstMinute, istDate, istDateOf, istInstant, istMinute } from "@vriddhi/core/time/ist";
import { nseCalendar } from "@vriddhi/core/time/trading-calendar";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { APP_ROLE, type Database, openDatabase } from "../../platform/db/database.ts";
import { publishMany } from "../../platform/events/publish.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { createRunStore } from "./run.store.pg.ts";
import type { RunBlockCause, RunBlocks } from "./run-ports.ts";
import { createRunUpkeepStore } from "./run-upkeep.store.pg.ts";
import { createRunUpkeep, type RunUpkeep } from "./run-upkeep.ts";

const MONDAY = istDate("2026-11-16");
const human = createVirtualClock();
const market = createVirtualClock();
let scratch: TestDatabase;
let database: Database;
let upkeep: RunUpkeep;

const blocks: RunBlocks = {
  async set({ client }, accounts, cause) {
    await client.query(
      "INSERT INTO order_block (account_id, cause, epoch, set_at, closes_positions) SELECT unnest($1::text[]), $2, 1, now(), false",
      [accounts, cause],
    );
  },
  async lift({ client }, accounts, cause) {
    await client.query("DELETE FROM order_block WHERE account_id = ANY ($1) AND cause = $2", [accounts, cause]);
  },
};

function open(): Database {
  return openDatabase(scratch.url, { max: 4, role: APP_ROLE, onError: () => {} });
}

const upkeepOn = (on: Database): RunUpkeep =>
  createRunUpkeep({
    store: createRunUpkeepStore(on),
    humanClock: human,
    marketClock: market,
    calendar: nseCalendar,
    blocks,
    notifyMany: (tx, userIds) => publishMany(tx, userIds, "algorithm", human.now()),
  });

beforeAll(async () => {
  scratch = await createTestDatabase();
  database = open();
});
beforeEach(async () => {
  await database.pool.query("DELETE FROM algo_run");
  await database.pool.query("DELETE FROM order_block");
  market.set(istInstant(MONDAY, istMinute(10, 0)));
  upkeep = upkeepOn(database);
});
afterAll(async () => {
  await database.close();
  await scratch.drop();
});

async function start(isBackground = false): Promise<{ userId: string; account: string }> {
  const userId = randomUUID();
  const account = randomUUID();
  await database.pool.query(
    "INSERT INTO users (id, email, name, role, created_at) VALUES ($1::uuid, $1 || '@example.com', 'Asha', 'user', now())",
    [userId],
  );
  const store = createRunStore(database);
  await store.transaction((tx) =>
    store.add(tx, {
      id: randomUUID(),
      userId,
      broker: "angelone",
      linkId: randomUUID(),
      accountId: accountId(account),
      tradingDay: istDateOf(market.now()),
      capital: rupees(10_000),
      approvalMode: "auto",
      isBackground,
      dayApprovedAt: market.now(),
      startedAt: human.now(),
      startedBy: "person",
      seenAt: human.now(),
    }),
  );
  return { userId, account };
}

const causesOf = async (account: string): Promise<readonly string[]> => {
  const { rows } = await database.pool.query<{ cause: RunBlockCause }>(
    "SELECT cause FROM order_block WHERE account_id = $1 ORDER BY 1",
    [account],
  );
  return rows.map(({ cause }) => cause);
};
const stopCauseOf = async (userId: string): Promise<string | null> => {
  const { rows } = await database.pool.query<{ stop_cause: string | null }>(
    "SELECT stop_cause FROM algo_run WHERE user_id = $1",
    [userId],
  );
  return rows[0]?.stop_cause ?? null;
};
const eventsOf = async (userId: string): Promise<number> =>
  (await database.pool.query("SELECT 1 FROM user_events WHERE user_id = $1 AND kind = 'algorithm'", [userId])).rows
    .length;

describe("a run whose page no longer polls", () => {
  it("a page that stops polling blocks the run's entries after two minutes, and changes nothing else", async () => {
    const { userId, account } = await start();
    human.advance(PAGE_ABSENCE_MS);
    await upkeep.watchPages();
    expect(await causesOf(account)).toEqual([]);
    human.advance(1);
    await upkeep.watchPages();
    expect(await causesOf(account)).toEqual(["page_absent"]);
    expect(await stopCauseOf(userId)).toBeNull();
    expect(await eventsOf(userId)).toBe(1);
    await upkeep.watchPages();
    expect(await eventsOf(userId)).toBe(1);
  });

  it("an absent page does not affect a run in background mode", async () => {
    const { account } = await start(true);
    human.advance(100 * PAGE_ABSENCE_MS);
    await upkeep.watchPages();
    expect(await causesOf(account)).toEqual([]);
  });

  it("a page that polls again unblocks the run's entries", async () => {
    const { userId, account } = await start();
    human.advance(PAGE_ABSENCE_MS + 1);
    await upkeep.watchPages();
    expect(await causesOf(account)).toEqual(["page_absent"]);
    await upkeep.seen([userId]);
    await upkeep.watchPages();
    expect(await causesOf(account)).toEqual([]);
  });

  it("a page that polls any process is not absent", async () => {
    const { userId, account } = await start();
    const other = open();
    const processes = [upkeep, upkeepOn(other)];
    for (let poll = 0; poll < 60; poll++) {
      human.advance(5 * SECOND_MS);
      await processes[poll % 2]?.seen([userId]);
      await upkeep.watchPages();
      expect(await causesOf(account)).toEqual([]);
    }
    await other.close();
  });

  it("records a page's polls at most every twenty seconds", async () => {
    const { userId } = await start();
    const seenAt = async () =>
      (await database.pool.query<{ seen_at: Date }>("SELECT seen_at FROM algo_run WHERE user_id = $1", [userId]))
        .rows[0]?.seen_at;
    const first = await seenAt();
    human.advance(19 * SECOND_MS);
    await upkeep.seen([userId]);
    expect(await seenAt()).toEqual(first);
    human.advance(21 * SECOND_MS);
    await upkeep.seen([userId]);
    expect(await seenAt()).not.toEqual(first);
  });
});

describe("the end of a day", () => {
  const at = (day: string, minute: IstMinute) => istInstant(istDate(day), minute);

  it("the end of a day ends its runs at the close, keeps their rows and updates the users' pages", async () => {
    const { userId } = await start(true);
    market.set(later(at("2026-11-16", istMinute(15, 30)), -1));
    await upkeep.endDays();
    expect(await stopCauseOf(userId)).toBeNull();
    market.set(at("2026-11-16", istMinute(15, 30)));
    await upkeep.endDays();
    expect(await stopCauseOf(userId)).toBe("day_over");
    expect(await eventsOf(userId)).toBe(1);
  });

  it("runs of a day whose end no worker saw are ended on the next day", async () => {
    const { userId } = await start();
    market.set(at("2026-11-17", istMinute(7, 0)));
    await upkeep.endDays();
    expect(await stopCauseOf(userId)).toBe("day_over");
  });

  it("a clock jump stops at the end of a day", () => {
    const stops = upkeep.stopsBetween(at("2026-11-14", istMinute(0, 0)), at("2026-11-17", istMinute(23, 0)));
    expect(stops).toEqual([at("2026-11-16", istMinute(15, 30)), at("2026-11-17", istMinute(15, 30))]);
  });

  it("the day's blocks are lifted on the next day and not before", async () => {
    const { account } = await start();
    await database.transaction((tx) => blocks.set(tx, [accountId(account)], "run_stopped"));
    await database.transaction((tx) => blocks.set(tx, [accountId(account)], "kill_switch"));
    market.set(at("2026-11-16", istMinute(16, 0)));
    await upkeep.endDays();
    expect(await causesOf(account)).toEqual(["kill_switch", "run_stopped"]);
    market.set(at("2026-11-17", istMinute(0, 1)));
    await upkeep.endDays();
    expect(await causesOf(account)).toEqual(["kill_switch"]);
  });
});
