import { randomUUID } from "node:crypto";
import { accountId } from "@vriddhi/core/allocation/account-id";
import { SECOND_MS } from "@vriddhi/core/time/clock";
import { istDateOf } from "@vriddhi/core/time/ist";
import type { OrderStore } from "@vriddhi/execution/ports/order-store";
import { bucketOf } from "@vriddhi/execution/ports/ownership";
import { entryOf, plannedEvent, STORE_NOW } from "@vriddhi/execution/store-suite/store-fixture";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { APP_ROLE, type Database, openDatabase } from "../../platform/db/database.ts";
import { runSql } from "../../testing/sql.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { haltAllAccounts, liftHalt } from "./halt.ts";
import { createKillSwitch, type KillSwitch } from "./kill-switch.ts";
import { createPgOrderStore } from "./order.store.pg.ts";
import { createTradingAccountStore } from "./trading-account.store.pg.ts";

const clock = createVirtualClock(STORE_NOW);
const [asha, kabir] = [randomUUID(), randomUUID()];
const [first, second, other] = [accountId("a-first"), accountId("a-second"), accountId("k-only")];

let scratch: TestDatabase;
let database: Database;
let store: OrderStore;
let killSwitch: KillSwitch;
beforeAll(async () => {
  scratch = await createTestDatabase();
  database = openDatabase(scratch.url, { max: 4, kept: { orders: 2 }, role: APP_ROLE, onError: () => {} });
  store = createPgOrderStore(database);
  const accounts = createTradingAccountStore(database, Buffer.alloc(32, 3));
  killSwitch = createKillSwitch({ accounts, humanClock: clock, marketClock: clock });
  await runSql(
    scratch.url,
    `INSERT INTO trading_account VALUES ('${first}', '${asha}', 'fyers', 'a', now()),
       ('${second}', '${asha}', 'zerodha', 'b', now()), ('${other}', '${kabir}', 'fyers', 'c', now())`,
  );
});
afterAll(async () => {
  await database.close();
  await scratch.drop();
});
beforeEach(() => runSql(scratch.url, "TRUNCATE intent, ledger, order_alert, bucket_owner, order_block"));

async function enters(account: typeof first, signal: string): Promise<boolean> {
  const [lease] = await store.lease("w1", [bucketOf(account)], 10 * SECOND_MS);
  if (lease === undefined) throw new Error("the bucket was not given");
  const order = entryOf(`${signal}-${account}`, account, signal);
  const added = await store.addEntries(lease, [order], [plannedEvent(order)]);
  return added.ok && added.value.length === 1;
}

const ledgerKinds = async (account: string): Promise<readonly string[]> => {
  const { rows } = await database.pool.query<{ kind: string }>(
    "SELECT kind FROM ledger WHERE account_id = $1 AND kind LIKE '%blocked' ORDER BY id",
    [account],
  );
  return rows.map(({ kind }) => kind);
};

const runs = (account: typeof first): Promise<unknown> =>
  runSql(
    scratch.url,
    `INSERT INTO algo_run (id, user_id, broker, link_id, account_id, trading_day, capital_paise, approval_mode,
       is_background, started_at, started_by, seen_at)
     VALUES ('${randomUUID()}', '${kabir}', 'fyers', '${randomUUID()}', '${account}', '${istDateOf(clock.now())}',
       100000, 'auto', true, now(), 'person', now())`,
  );

describe("a user's kill switch", () => {
  it("a user's kill switch blocks every account of the user from its commit on, and no other account", async () => {
    await database.transaction((tx) => killSwitch.killUser(tx, asha));
    expect(await enters(first, "s1")).toBe(false);
    expect(await enters(second, "s1")).toBe(false);
    expect(await enters(other, "s1")).toBe(true);
    expect(await store.listBlocks()).toMatchObject([
      { cause: "kill_switch", closesPositions: true },
      { cause: "kill_switch", closesPositions: true },
    ]);
    expect(await ledgerKinds(first)).toEqual(["blocked"]);
    await database.transaction((tx) => killSwitch.lift(tx, asha));
    expect(await enters(first, "s2")).toBe(true);
    expect(await ledgerKinds(first)).toEqual(["blocked", "unblocked"]);
  });

  it("a kill switch changes nothing when its transaction fails, and raises the epoch with each change", async () => {
    const before = await store.blockEpoch();
    const failing = database.transaction(async (tx) => {
      await killSwitch.killUser(tx, asha);
      throw new Error("the caller's own work failed");
    });
    await expect(failing).rejects.toThrow("the caller's own work failed");
    expect(await store.blockEpoch()).toBe(before);
    await database.transaction((tx) => killSwitch.blockAccounts(tx, [first], "page_absent"));
    expect(await store.blockEpoch()).toBe(before + 1);
    expect(await store.listBlocks()).toMatchObject([
      { accountId: first, cause: "page_absent", closesPositions: false },
    ]);
    await database.transaction((tx) => killSwitch.unblockAccounts(tx, [second], "page_absent"));
    expect(await store.blockEpoch()).toBe(before + 1);
  });
});

describe("the operator's halt", () => {
  it("the operator's halt blocks all accounts, reports what is open until nothing is, and can be lifted", async () => {
    expect(await enters(first, "s3")).toBe(true);
    const lines: string[] = [];
    const deps = { database, killSwitch, print: (line: string) => void lines.push(line) };
    await haltAllAccounts({
      ...deps,
      async pause() {
        await runSql(scratch.url, "UPDATE intent SET is_final = true, status = 'cancelled'");
      },
    });
    expect(lines).toEqual([
      "Trading is stopped for all accounts: no new entries. Lift the block with: npm run halt -- --lift",
      "0 accounts hold something, 1 orders could still trade, 0 orders are being looked for.",
      "Nothing is open: every account is flat.",
    ]);
    expect(await enters(other, "s4")).toBe(false);
    await runSql(scratch.url, "UPDATE intent SET is_final = false, status = 'abandoned'");
    lines.length = 0;
    await haltAllAccounts({ ...deps, pause: () => Promise.reject(new Error("it waits for what cannot trade")) });
    const { rows } = await database.pool.query<{ tag: string }>("SELECT tag FROM intent ORDER BY tag");
    expect(lines.slice(1)).toEqual([
      "Nothing is open: every account is flat.",
      `Abandoned orders: ${rows.length} (${rows.map(({ tag }) => tag).join(", ")}). Their broker's order book does not contain them. The product looks for them until the day ends and cancels or closes one that appears.`,
    ]);
    await runSql(scratch.url, "UPDATE intent SET is_final = true, status = 'cancelled'");
    await liftHalt(deps);
    expect(await enters(other, "s5")).toBe(true);
  });

  it("the day of each account with a run names the halt and its end as the operator's", async () => {
    await runs(other);
    await database.transaction((tx) => killSwitch.killAll(tx));
    await database.transaction((tx) => killSwitch.liftAll(tx));
    const { rows } = await database.pool.query(
      "SELECT account_id, fact->>'kind' AS kind, fact->>'cause' AS cause FROM ledger WHERE kind LIKE '%blocked' ORDER BY id",
    );
    expect(rows).toEqual([
      { account_id: other, kind: "blocked", cause: "operator" },
      { account_id: other, kind: "unblocked", cause: null },
    ]);
  });

  it("the operator's halt keeps reporting when reading fails for a moment", async () => {
    const lines: string[] = [];
    // The first read uses a closed pool and fails; the later ones use a working pool.
    const closed = openDatabase(scratch.url, { max: 1, role: APP_ROLE, onError: () => {} });
    await closed.close();
    let pool = closed.pool;
    const deps = {
      database: {
        ...database,
        get pool() {
          return pool;
        },
      },
      killSwitch,
      print: (line: string) => void lines.push(line),
      async pause() {
        pool = database.pool;
      },
    };
    await haltAllAccounts(deps);
    expect(lines.slice(1)).toEqual([
      expect.stringMatching(/^The block is in force. Open positions cannot be read at the moment: /),
      "Nothing is open: every account is flat.",
    ]);
  });

  it("the command line can lift a halt from the back office", async () => {
    await database.transaction((tx) => killSwitch.blockAll(tx));
    await liftHalt({ database, killSwitch, print: () => {} });
    expect(await store.listBlocks()).toEqual([]);
  });
});

describe("a block of all accounts that closes nothing", () => {
  it("a block without closing refuses every entry, keeps open positions under their stops, and is lifted with every other global block", async () => {
    await database.transaction((tx) => killSwitch.blockAll(tx));
    expect(await enters(first, "s-blocked")).toBe(false);
    expect((await store.listBlocks()).map(({ closesPositions }) => closesPositions)).toEqual([false]);
    await database.transaction((tx) => killSwitch.killAll(tx));
    await database.transaction((tx) => killSwitch.liftAll(tx));
    expect(await store.listBlocks()).toEqual([]);
    expect(await enters(first, "s-lifted")).toBe(true);
  });
});
