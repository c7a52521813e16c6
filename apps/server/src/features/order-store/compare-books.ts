import { type AccountId, accountId } from "@vriddhi/core/allocation/account-id";
import { type BrokerOrder, type OrderTag, parseOrderTag } from "@vriddhi/core/order/order";
import type { EpochMs } from "@vriddhi/core/time/clock";
import { type IstDate, istDateOf } from "@vriddhi/core/time/ist";
import type { AccountPort } from "@vriddhi/execution/ports/account-port";
import type { Database } from "../../platform/db/database.ts";
import type { Logger } from "../../platform/log/logger.ts";
import { putBlock } from "./kill-switch.store.pg.ts";

/** Concurrent broker calls: each account has its own connection and budget, the machine's are shared. */
const READ_AT_ONCE = 32;

export interface CompareBooksDeps {
  readonly database: Pick<Database, "pool" | "transaction">;
  readonly accounts: Pick<AccountPort, "find" | "accessOf">;
  readonly log: Logger;
}

/** Rows that were never sent as far as this database knows; the book must not show them. */
const UNSENT = "('planned', 'ready')";

async function listAccounts({ pool }: CompareBooksDeps["database"]): Promise<readonly AccountId[]> {
  const { rows } = await pool.query<{ id: string }>(
    "SELECT id FROM trading_account WHERE broker <> 'paper' ORDER BY id",
  );
  return rows.map(({ id }) => accountId(id));
}

async function sentTags({ pool }: CompareBooksDeps["database"], account: AccountId, day: IstDate) {
  const { rows } = await pool.query<{ tag: OrderTag }>(
    `SELECT tag FROM intent WHERE account_id = $1 AND trading_day = $2 AND status NOT IN ${UNSENT}`,
    [account, day],
  );
  return new Set(rows.map(({ tag }) => tag));
}

/** Today's orders with a tag of ours that this database never sent; `null` when the book could not be read whole. */
async function unknownOrders(
  { database, accounts }: CompareBooksDeps,
  id: AccountId,
  day: IstDate,
): Promise<readonly BrokerOrder[] | null> {
  const [account, access] = await Promise.all([accounts.find(id), accounts.accessOf(id)]);
  if (account === null || access === null) return null;
  const read = await account.adapter.portfolio.orders(access);
  if (!read.ok || read.value.unreadable > 0) return null;
  const known = await sentTags(database, id, day);
  return read.value.rows.filter((row) => {
    const tag = parseOrderTag(row.tag);
    return tag !== null && !known.has(tag);
  });
}

const toLine = ({ tag, side, brokerSymbol, quantity, filledQuantity, status }: BrokerOrder) =>
  `${tag}: ${side} ${quantity} ${brokerSymbol}, ${filledQuantity} filled, ${status}`;

/**
 * After a restore: blocks the entries of each account whose broker holds orders that this database lost, and names them.
 * It changes nothing at a broker.
 */
export async function compareBooks(deps: CompareBooksDeps, day: IstDate, at: EpochMs): Promise<void> {
  const { database, log } = deps;
  const ids = await listAccounts(database);
  let [unread, differing] = [0, 0];
  const compareOne = async (id: AccountId): Promise<void> => {
    const orders = await unknownOrders(deps, id, day).catch(() => null);
    if (orders === null) unread += 1;
    if (orders === null || orders.length === 0) return;
    differing += 1;
    log.error({ accountId: id, orders: orders.map(toLine) }, "orders: broker holds orders that the database lost");
    await database.transaction((tx) =>
      putBlock(tx, { accounts: [id], cause: "operator", closesPositions: false, day, at }),
    );
  };
  for (let from = 0; from < ids.length; from += READ_AT_ONCE)
    await Promise.all(ids.slice(from, from + READ_AT_ONCE).map(compareOne));
  const read = ids.length - unread;
  log.warn({ read, unread, differing }, "orders: broker books compared with the restored database");
}

/** Reports the refusal once, and compares the books once for each process. */
export function createRestoredAlarm(
  deps: CompareBooksDeps,
  now: () => { market: EpochMs; human: EpochMs },
): () => void {
  const { log } = deps;
  let isReported = false;
  return () => {
    if (isReported) return;
    isReported = true;
    log.error({}, "orders: database was restored, no account is traded until the halt is lifted");
    const { market, human } = now();
    compareBooks(deps, istDateOf(market), human).catch((error: unknown) =>
      log.error({ error: String(error) }, "orders: broker books not compared"),
    );
  };
}
