import type { PaperAccount, PaperBooks, PaperFailure } from "@vriddhi/brokers/port/paper-books";
import { isFinal } from "@vriddhi/core/order/order";
import type { PaperBook, PaperFill, PaperOrder, PaperTaken } from "@vriddhi/core/paper/paper-model";
import { paise } from "@vriddhi/core/shared/money";
import { err, ok } from "@vriddhi/core/shared/result";
import { istDate } from "@vriddhi/core/time/ist";
import type pg from "pg";
import type { Database, Tx } from "../../platform/db/database.ts";

/** `NOTIFY` channel: the account id after every change of a book. */
export const PAPER_CHANNEL = "paper_book";

/** The client's name at a broker; a user's own name is not used. */
const NAME = "Paper account";

const LOCK = "SELECT FROM paper_account WHERE id = $1 FOR UPDATE";

/** Read after the lock: it must see writes of other processes. */
const READ = `SELECT id, life, day, cash_paise, taken, session_no,
    (SELECT coalesce(json_agg(o.state ORDER BY o.no), '[]') FROM paper_order o
     WHERE o.paper_id = account.id AND o.life = account.life AND o.day = account.day) AS orders,
    (SELECT coalesce(json_agg(f.fill ORDER BY f.no), '[]') FROM paper_fill f
     WHERE f.paper_id = account.id AND f.life = account.life AND f.day = account.day) AS fills
  FROM paper_account account WHERE id = $1`;

const WRITE_ACCOUNT = "UPDATE paper_account SET day = $2, cash_paise = $3, taken = $4 WHERE id = $1";

const WRITE_ORDERS = `INSERT INTO paper_order (paper_id, life, day, no, tag, isin, is_final, state)
  SELECT $1, $2, $3, no, tag, isin, is_final, state
  FROM json_to_recordset($4::json) AS written(no int, tag text, isin text, is_final boolean, state jsonb)
  ON CONFLICT ON CONSTRAINT paper_order_pk DO UPDATE SET is_final = excluded.is_final, state = excluded.state`;

const ADD_FILLS = `INSERT INTO paper_fill (paper_id, life, day, no, fill)
  SELECT $1, $2, $3, no, fill FROM json_to_recordset($4::json) AS added(no int, fill jsonb)`;

interface Row {
  readonly id: string;
  readonly life: number;
  readonly day: string;
  /** PostgreSQL returns 64-bit numbers as text. */
  readonly cash_paise: string;
  readonly taken: readonly PaperTaken[];
  readonly session_no: number;
  readonly orders: readonly PaperOrder[];
  readonly fills: readonly PaperFill[];
}

interface Stored extends PaperAccount {
  readonly life: number;
}

const toStored = ({ id, life, day, cash_paise, taken, session_no, orders, fills }: Row): Stored => ({
  id,
  name: NAME,
  sessionNo: session_no,
  life,
  book: { day: istDate(day), cash: paise(Number(cash_paise)), orders, fills, taken },
});

async function readStored(client: Pick<pg.ClientBase, "query">, id: string): Promise<Stored | null> {
  const { rows } = await client.query<Row>({ name: "paper_read", text: READ, values: [id] });
  return rows[0] === undefined ? null : toStored(rows[0]);
}

export async function lockPaper({ client }: Tx, id: string): Promise<Stored | null> {
  await client.query(LOCK, [id]);
  return readStored(client, id);
}

async function writeOrders(client: Tx["client"], { id, life, book }: Stored, after: PaperBook): Promise<void> {
  const isSameDay = book.day === after.day;
  const changed = after.orders.filter((order, index) => !(isSameDay && order === book.orders[index]));
  if (changed.length === 0) return;
  const rows = changed.map((state) => ({
    no: state.no,
    tag: state.tag,
    isin: state.share.isin,
    is_final: isFinal(state.status),
    state,
  }));
  await client.query({ name: "paper_orders", text: WRITE_ORDERS, values: [id, life, after.day, JSON.stringify(rows)] });
}

async function addFills(client: Tx["client"], { id, life, book }: Stored, after: PaperBook): Promise<void> {
  const known = book.day === after.day ? book.fills.length : 0;
  const rows = after.fills.slice(known).map((fill, index) => ({ no: known + index + 1, fill }));
  if (rows.length === 0) return;
  await client.query({ name: "paper_fills", text: ADD_FILLS, values: [id, life, after.day, JSON.stringify(rows)] });
}

/** Orders of a past day are final. */
async function write(client: Tx["client"], before: Stored, after: PaperBook): Promise<void> {
  const { id, book } = before;
  if (after.day !== book.day || after.taken !== book.taken)
    await client.query(WRITE_ACCOUNT, [id, after.day, after.cash, JSON.stringify(after.taken)]);
  if (after.day !== book.day)
    await client.query("UPDATE paper_order SET is_final = true WHERE paper_id = $1 AND NOT is_final", [id]);
  await writeOrders(client, before, after);
  await addFills(client, before, after);
  await client.query("SELECT pg_notify($1, $2)", [PAPER_CHANNEL, id]);
}

const failureOf = (kind: PaperFailure["kind"], error: unknown): PaperFailure => ({
  kind,
  reason: error instanceof Error && "code" in error ? String(error.code) : "the database did not answer",
});

/** Only database errors are failures; a rule that throws is a defect. */
class BugError extends Error {}

export interface PgPaperBooks extends PaperBooks {
  changed(id: string): void;
}

/** Books in PostgreSQL: the account's row is locked while its book changes. */
export function createPgPaperBooks(database: Database): PgPaperBooks {
  const listeners = new Map<string, Set<() => void>>();
  const changed = (id: string): void => {
    for (const listener of listeners.get(id) ?? []) listener();
  };
  return {
    async read(id) {
      try {
        return ok(await readStored(database.pool, id));
      } catch (error) {
        return err(failureOf("not_done", error));
      }
    },
    async change(id, decide) {
      let isWritten = false;
      try {
        const value = await database.transaction(async (tx) => {
          const stored = await lockPaper(tx, id);
          if (stored === null) return null;
          const decision = attempt(() => decide(stored));
          if (decision.book !== null) await write(tx.client, stored, decision.book);
          isWritten = true;
          return { value: decision.value, isChanged: decision.book !== null };
        });
        if (value?.isChanged) changed(id);
        return ok(value === null ? null : { value: value.value });
      } catch (error) {
        if (error instanceof BugError) throw error.cause;
        // The outcome of the commit is unknown: only a read can tell.
        return err(failureOf(isWritten ? "lost" : "not_done", error));
      }
    },
    async endSessions(id) {
      await database.pool.query("UPDATE paper_account SET session_no = session_no + 1 WHERE id = $1", [id]);
    },
    watch(id, listener) {
      const own = listeners.get(id) ?? new Set();
      own.add(listener);
      listeners.set(id, own);
      return () => {
        own.delete(listener);
        if (own.size === 0 && listeners.get(id) === own) listeners.delete(id);
      };
    },
    changed,
  };
}

function attempt<T>(work: () => T): T {
  try {
    return work();
  } catch (cause) {
    throw new BugError("a rule of paper trading failed", { cause });
  }
}
