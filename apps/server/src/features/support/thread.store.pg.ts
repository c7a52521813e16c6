import { SUPPORT_AWAY_MS, SUPPORT_EXCERPT_MAX, type SupportAuthor } from "@vriddhi/core/site/support-thread";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { Database } from "../../platform/db/database.ts";
import { fromTimestamp, toTimestamp } from "../../platform/db/instant.ts";
import { supportMessages } from "../../platform/db/schema/support.ts";
import { HUMAN_NOW } from "../../platform/events/work-watch.ts";
import type { Thread, ThreadFilter, ThreadMessage, ThreadOwner, ThreadStore } from "./thread.store.ts";

const THREADS_OF_ONE_MAX = 100;
const MESSAGES_MAX = 1_000;
const MAILED_AT_ONCE = 50;

/** The account's name and address take precedence over typed ones. */
const SELECT = `SELECT t.id, t.reference, t.user_id AS "userId", coalesce(u.name, t.name) AS name,
    coalesce(u.email, t.email) AS email, t.topic, t.status, t.created_at AS "createdAt", t.writer_at AS "writerAt",
    t.desk_at AS "deskAt", t.writer_read_at AS "writerReadAt", t.desk_read_at AS "deskReadAt",
    (SELECT left(m.body, ${SUPPORT_EXCERPT_MAX}) FROM support_messages m WHERE m.thread_id = t.id
      ORDER BY m.created_at DESC, m.seq DESC LIMIT 1) AS excerpt
  FROM support_threads t LEFT JOIN users u ON u.id = t.user_id`;
const NEWEST_FIRST = "ORDER BY greatest(t.writer_at, t.desk_at) DESC, t.id";

/** Neither column equals null, so an account's thread is never a visitor's. */
const OWNED = "(t.user_id = $1::uuid OR t.visitor_hash = $2::bytea)";
const ownedBy = (owner: ThreadOwner): [string | null, Buffer | null] =>
  "userId" in owner ? [owner.userId, null] : [null, owner.visitorHash];

type Instants = "createdAt" | "writerAt" | "deskAt" | "writerReadAt" | "deskReadAt";
interface ThreadRow extends Omit<Thread, Instants> {
  readonly createdAt: Date;
  readonly writerAt: Date;
  readonly deskAt: Date | null;
  readonly writerReadAt: Date | null;
  readonly deskReadAt: Date | null;
}

const instantOrNull = (value: Date | null): EpochMs | null => (value === null ? null : fromTimestamp(value));

const toThread = (row: ThreadRow): Thread => ({
  ...row,
  excerpt: row.excerpt ?? "",
  createdAt: fromTimestamp(row.createdAt),
  writerAt: fromTimestamp(row.writerAt),
  deskAt: instantOrNull(row.deskAt),
  writerReadAt: instantOrNull(row.writerReadAt),
  deskReadAt: instantOrNull(row.deskReadAt),
});

const MESSAGES = `SELECT m.id, m.author, m.body, m.created_at AS "createdAt", u.name AS by
  FROM support_messages m LEFT JOIN users u ON u.id = m.by_user_id
  WHERE m.thread_id = $1 ORDER BY m.created_at, m.seq LIMIT ${MESSAGES_MAX}`;

const OPEN = `INSERT INTO support_threads (id, reference, user_id, name, email, topic, status, created_at, writer_at)
  SELECT $1, $2, $3, $4, $5, $6, 'open', $7, $7
  WHERE (SELECT count(*) FROM support_threads WHERE user_id = $3 AND status <> 'closed') < $8`;

/** Columns per side: when the other wrote, when this side read and when it was mailed. */
const sides: Readonly<Record<SupportAuthor, { wrote: string; read: string; mailed: string; mine: string }>> = {
  writer: { wrote: "desk_at", read: "writer_read_at", mailed: "writer_mailed_at", mine: "writer_at" },
  desk: { wrote: "writer_at", read: "desk_read_at", mailed: "desk_mailed_at", mine: "desk_at" },
};

function isUnseen(reader: SupportAuthor, before: string): string {
  const { wrote, read, mailed } = sides[reader];
  // A closed thread needs no answer from support, but its last answer must still reach the user. A visitor got it by
  // mail at once.
  const waits = reader === "desk" ? "status <> 'closed' AND" : "user_id IS NOT NULL AND";
  return `${waits} ${wrote} <= ${before} AND (${read} IS NULL OR ${read} < ${wrote})
        AND (${mailed} IS NULL OR ${mailed} < ${wrote})`;
}

const UNSEEN = (["writer", "desk"] as const).map((reader) =>
  isUnseen(reader, `${HUMAN_NOW} - interval '${SUPPORT_AWAY_MS} milliseconds'`),
);
export const SUPPORT_WAITS = `EXISTS (SELECT FROM support_threads WHERE (${UNSEEN.join(") OR (")}))`;

const unseenOf = (reader: SupportAuthor): string => {
  const { wrote, read, mailed } = sides[reader];
  return `WITH due AS (
      SELECT id, greatest(coalesce(${read}, created_at - interval '1 second'),
        coalesce(${mailed}, created_at - interval '1 second')) AS since FROM support_threads
      WHERE ${isUnseen(reader, "$1")}
      ORDER BY ${wrote} LIMIT ${MAILED_AT_ONCE} FOR UPDATE SKIP LOCKED)
    UPDATE support_threads t SET ${mailed} = $2 FROM due WHERE t.id = due.id
    RETURNING t.id, (SELECT array_agg(m.body ORDER BY m.created_at, m.seq) FROM support_messages m
      WHERE m.thread_id = t.id AND m.author = $3 AND m.created_at > due.since) AS bodies`;
};

function listing({ status, userId, limit }: ThreadFilter): { text: string; values: unknown[] } {
  const values = [status ?? null, userId ?? null, limit];
  const text = `${SELECT} WHERE ($1::text IS NULL OR t.status = $1) AND ($2::uuid IS NULL OR t.user_id = $2)
    ORDER BY (t.status = 'open') DESC, greatest(t.writer_at, t.desk_at) DESC, t.id LIMIT $3`;
  return { text, values };
}

type Canned = Pick<ThreadStore, "listCanned" | "addCanned" | "dropCanned">;

const createCannedStore = ({ pool }: Database): Canned => ({
  async listCanned() {
    return (await pool.query("SELECT id, title, body FROM support_canned ORDER BY lower(title), id")).rows;
  },
  async addCanned({ id, title, body }, at, most) {
    const { rowCount } = await pool.query(
      `INSERT INTO support_canned (id, title, body, created_at)
       SELECT $1, $2, $3, $4 WHERE (SELECT count(*) FROM support_canned) < $5`,
      [id, title, body, toTimestamp(at), most],
    );
    return rowCount === 1;
  },
  async dropCanned(id) {
    return (await pool.query("DELETE FROM support_canned WHERE id = $1", [id])).rowCount === 1;
  },
});

type Written = Pick<ThreadStore, "open" | "write" | "close" | "markRead" | "takeUnseen" | "listStaff">;

const createWritingStore = ({ pool }: Database): Written => ({
  async open({ client }, { id, reference, userId, name, email, topic, createdAt }, most) {
    // Serialises the counting of a user's threads.
    await client.query("SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE", [userId]);
    const values = [id, reference, userId, name, email, topic, toTimestamp(createdAt), most];
    return (await client.query(OPEN, values)).rowCount === 1;
  },
  async write({ db, client }, message, status) {
    await db.insert(supportMessages).values(message);
    const { mine, read } = sides[message.author];
    // A side that writes has read everything before.
    await client.query(
      `UPDATE support_threads SET status = $2, ${mine} = $3, ${read} = greatest(${read}, $3) WHERE id = $1`,
      [message.threadId, status, toTimestamp(message.createdAt)],
    );
  },
  async close({ client }, id) {
    const closed = await client.query(
      "UPDATE support_threads SET status = 'closed' WHERE id = $1 AND status <> 'closed'",
      [id],
    );
    return closed.rowCount === 1;
  },
  async markRead(id, side, at) {
    const { read } = sides[side];
    await pool.query(`UPDATE support_threads SET ${read} = greatest(${read}, $2) WHERE id = $1`, [id, toTimestamp(at)]);
  },
  async takeUnseen({ client }, reader, before, now) {
    const author = reader === "writer" ? "desk" : "writer";
    const { rows } = await client.query<{ id: string; bodies: string[] | null }>(unseenOf(reader), [
      toTimestamp(before),
      toTimestamp(now),
      author,
    ]);
    if (rows.length === 0) return [];
    const threads = await client.query<ThreadRow>(`${SELECT} WHERE t.id = ANY($1::uuid[])`, [rows.map(({ id }) => id)]);
    const bodies = new Map(rows.map((row) => [row.id, row.bodies ?? []]));
    return threads.rows.map((row) => ({ thread: toThread(row), bodies: bodies.get(row.id) ?? [] }));
  },
  async listStaff({ client }) {
    const { rows } = await client.query<{ id: string }>("SELECT id FROM users WHERE role IN ('admin', 'support')");
    return rows.map(({ id }) => id);
  },
});

export function createThreadStore(database: Database): ThreadStore {
  const { pool, transaction } = database;
  return {
    transaction,
    async listOf(owner) {
      const { rows } = await pool.query<ThreadRow>(
        `${SELECT} WHERE ${OWNED} ${NEWEST_FIRST} LIMIT ${THREADS_OF_ONE_MAX}`,
        ownedBy(owner),
      );
      return rows.map(toThread);
    },
    async listAll(filter) {
      return (await pool.query<ThreadRow>(listing(filter))).rows.map(toThread);
    },
    async countWaiting() {
      const { rows } = await pool.query<{ n: number }>(
        "SELECT count(*)::int AS n FROM support_threads WHERE status = 'open'",
      );
      return rows[0]?.n ?? 0;
    },
    async find(id, owner) {
      const { rows } =
        owner === undefined
          ? await pool.query<ThreadRow>(`${SELECT} WHERE t.id = $1`, [id])
          : await pool.query<ThreadRow>(`${SELECT} WHERE t.id = $3 AND ${OWNED}`, [...ownedBy(owner), id]);
      return rows[0] === undefined ? null : toThread(rows[0]);
    },
    async messagesOf(id) {
      const { rows } = await pool.query<Omit<ThreadMessage, "createdAt"> & { createdAt: Date }>(MESSAGES, [id]);
      return rows.map((row) => ({ ...row, createdAt: fromTimestamp(row.createdAt) }));
    },
    ...createWritingStore(database),
    ...createCannedStore(database),
  };
}
