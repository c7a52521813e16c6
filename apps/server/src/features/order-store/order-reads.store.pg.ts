import { type AccountId, accountId } from "@vriddhi/core/allocation/account-id";
import { foldLedger } from "@vriddhi/core/ledger/ledger-fold";
import type { IstDate } from "@vriddhi/core/time/ist";
import type { AccountDay, OrderStore } from "@vriddhi/execution/ports/order-store";
import type { BucketLease } from "@vriddhi/execution/ports/ownership";
import type { StoredCommand, StoredOrder } from "@vriddhi/execution/ports/stored-order";
import { createBatchedReads } from "../../platform/db/batched-reads.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { OrderPool, Statement } from "./order-pool.ts";
import { type CommandRow, commandOf, type EventRow, eventOf, type IntentRow, orderOf } from "./order-rows.ts";

/** One statement reads one snapshot: orders, commands and ledger belong together. */
const LOAD: Statement = {
  name: "order_load",
  text: `SELECT 'order' AS part, to_jsonb(i) AS row FROM intent i
      WHERE i.account_id = ANY ($1::text[]) AND i.trading_day = $2::date
    UNION ALL
    SELECT 'command', to_jsonb(c) || jsonb_build_object('account_id', i.account_id)
      FROM intent i JOIN command c ON c.tag = i.tag
      WHERE i.account_id = ANY ($1::text[]) AND i.trading_day = $2::date
    UNION ALL
    SELECT 'event', jsonb_build_object('id', l.id, 'trading_day', l.trading_day, 'account_id', l.account_id,
        'at', l.at, 'fact', l.fact)
      FROM ledger l WHERE l.account_id = ANY ($1::text[]) AND l.trading_day = $2::date`,
};

/** Accounts with an order that is not final, or with any trade. */
const CANDIDATES = `SELECT i.account_id, bool_or(NOT i.is_final) AS is_open
  FROM unnest($1::smallint[], $2::bigint[]) AS held(bucket, epoch)
  JOIN bucket_owner owner ON owner.bucket = held.bucket AND owner.epoch = held.epoch
  JOIN intent i ON i.bucket = owner.bucket AND i.trading_day = $3::date AND (NOT i.is_final OR i.has_fills)
  GROUP BY i.account_id`;

const TRADES = `SELECT l.id, l.trading_day, l.account_id, l.at, l.fact FROM ledger l
  WHERE l.account_id = ANY ($1::text[]) AND l.trading_day = $2::date
    AND l.kind IN ('fill', 'fill_seen', 'closed_outside', 'closed_by_broker') ORDER BY l.id`;

type LoadedRow =
  | { readonly part: "order"; readonly row: IntentRow }
  | { readonly part: "command"; readonly row: CommandRow & { readonly account_id: string } }
  | { readonly part: "event"; readonly row: EventRow };

const byPlan = (a: StoredOrder, b: StoredOrder): number =>
  a.plannedAt - b.plannedAt || a.n - b.n || (a.tag < b.tag ? -1 : 1);

const byNumber = (a: StoredCommand, b: StoredCommand): number =>
  a.tag === b.tag ? a.command.n - b.command.n : a.tag < b.tag ? -1 : 1;

function accountDaysOf(
  rows: readonly LoadedRow[],
  accounts: readonly AccountId[],
  day: IstDate,
): readonly AccountDay[] {
  const parts = Map.groupBy(rows, ({ row }) => row.account_id);
  return accounts.map((account) => {
    const own = parts.get(account) ?? [];
    return {
      accountId: account,
      day,
      orders: own.flatMap((each) => (each.part === "order" ? [orderOf(each.row)] : [])).sort(byPlan),
      commands: own.flatMap((each) => (each.part === "command" ? [commandOf(each.row)] : [])).sort(byNumber),
      ledger: own
        .flatMap((each) => (each.part === "event" ? [each.row] : []))
        .sort((a, b) => a.id - b.id)
        .map(eventOf),
    };
  });
}

/** Accounts whose orders are all final may still hold a position. */
async function holders(tx: Tx, accounts: readonly string[], day: IstDate): Promise<readonly string[]> {
  if (accounts.length === 0) return [];
  const { rows } = await tx.client.query<EventRow>(TRADES, [accounts, day]);
  const ledgers = Map.groupBy(rows, (row) => row.account_id);
  const isFlat = (events: readonly EventRow[]): boolean =>
    [...foldLedger(events.map(eventOf)).positions.values()].every(({ bought, sold }) => bought === sold);
  return [...ledgers].filter(([, events]) => !isFlat(events)).map(([account]) => account);
}

async function openAccounts(tx: Tx, leases: readonly BucketLease[], day: IstDate): Promise<readonly AccountId[]> {
  const { rows } = await tx.client.query<{ account_id: string; is_open: boolean }>(CANDIDATES, [
    leases.map(({ bucket }) => bucket),
    leases.map(({ epoch }) => epoch),
    day,
  ]);
  const open = rows.filter(({ is_open }) => is_open).map(({ account_id }) => account_id);
  const ended = rows.filter(({ is_open }) => !is_open).map(({ account_id }) => account_id);
  return [...open, ...(await holders(tx, ended, day))].sort().map(accountId);
}

const LOADED_AT_ONCE = 256;

function oncePerDay<T>(make: (day: IstDate) => T): (day: IstDate) => T {
  let made: { readonly day: IstDate; readonly value: T } | null = null;
  return (day) => {
    if (made?.day !== day) made = { day, value: make(day) };
    return made.value;
  };
}

export const readCalls = (pool: OrderPool): Pick<OrderStore, "listOpen" | "loadAccount"> => {
  const remembered = (days: readonly AccountDay[]): readonly AccountDay[] => {
    for (const { orders } of days) pool.remember(orders);
    return days;
  };
  /** Accounts that are loaded together share one statement; no result is kept. */
  const loads = oncePerDay((day) =>
    createBatchedReads<AccountId, AccountDay>({
      async read(accounts) {
        const rows = await pool.ask<LoadedRow>(LOAD, [accounts, day]);
        return new Map(remembered(accountDaysOf(rows, accounts, day)).map((loaded) => [loaded.accountId, loaded]));
      },
      nowMs: () => 0,
      ageMaxMs: 0,
      atOnceMax: LOADED_AT_ONCE,
    }),
  );
  return {
    listOpen: (leases, day) =>
      pool.transaction(async (tx) => {
        await tx.client.query("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY");
        const accounts = await openAccounts(tx, leases, day);
        const { rows } = await tx.client.query<LoadedRow>(LOAD.text, [accounts, day]);
        return remembered(accountDaysOf(rows, accounts, day));
      }),
    async loadAccount(account, day) {
      const loaded = await loads(day).get(account);
      return loaded ?? { accountId: account, day, orders: [], commands: [], ledger: [] };
    },
  };
};
