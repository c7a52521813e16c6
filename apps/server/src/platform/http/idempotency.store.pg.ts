import { randomUUID } from "node:crypto";
import type { Database } from "../db/database.ts";
import { toTimestamp } from "../db/instant.ts";
import type { Answer, IdempotencyStore, KeyClaim, KeyedRequest } from "./idempotency.ts";

/** The insert claims the key. An expired key, or one of a dead process, is taken over in the same statement. */
const CLAIM = `INSERT INTO idempotency_key (user_id, key, request_hash, turn, lease_until, expires_at, owner)
  VALUES ($1, $2, $3, $4, $5, $6, $8)
  ON CONFLICT (user_id, key) DO UPDATE
    SET request_hash = EXCLUDED.request_hash, turn = EXCLUDED.turn, lease_until = EXCLUDED.lease_until,
      expires_at = EXCLUDED.expires_at, owner = EXCLUDED.owner, status = NULL,
      reply = CASE WHEN idempotency_key.expires_at <= $7 THEN NULL ELSE idempotency_key.reply END
    WHERE idempotency_key.expires_at <= $7 OR (idempotency_key.status IS NULL
      AND idempotency_key.lease_until <= $7 AND idempotency_key.request_hash = EXCLUDED.request_hash)
  RETURNING turn, reply`;

const FINISH = "UPDATE idempotency_key SET status = $4, reply = $5 WHERE user_id = $1 AND key = $2 AND turn = $3";

const finished = ({ userId, key }: KeyedRequest, leaseId: string, { status, body }: Answer): unknown[] => [
  userId,
  key,
  leaseId,
  status,
  JSON.stringify(body),
];

interface KeyRow {
  readonly request_hash: Buffer;
  readonly turn: string;
  readonly owner: string;
  readonly status: number | null;
  readonly reply: unknown;
}

export function createIdempotencyStore({ pool }: Pick<Database, "pool">): IdempotencyStore {
  async function read({ userId, key, hash }: KeyedRequest): Promise<KeyClaim> {
    const { rows } = await pool.query<KeyRow>(
      "SELECT request_hash, turn, owner, status, reply FROM idempotency_key WHERE user_id = $1 AND key = $2",
      [userId, key],
    );
    const [row] = rows;
    // The key was released concurrently: the caller retries.
    if (row === undefined) return { kind: "running", by: null };
    if (!row.request_hash.equals(hash)) return { kind: "reused" };
    return row.status === null
      ? { kind: "running", by: { leaseId: row.turn, owner: row.owner } }
      : { kind: "answered", answer: { status: row.status, body: row.reply } };
  }

  return {
    async claim(request, { owner, now, leaseUntil, expiresAt }) {
      const { userId, key, hash } = request;
      const leaseId = randomUUID();
      const times = [toTimestamp(leaseUntil), toTimestamp(expiresAt), toTimestamp(now)];
      const { rows } = await pool.query<Pick<KeyRow, "reply">>(CLAIM, [userId, key, hash, leaseId, ...times, owner]);
      const [claimed] = rows;
      return claimed === undefined ? read(request) : { kind: "yours", leaseId, done: claimed.reply };
    },
    async renew({ userId, key }, leaseId, leaseUntil) {
      await pool.query(
        "UPDATE idempotency_key SET lease_until = $4 WHERE user_id = $1 AND key = $2 AND turn = $3 AND status IS NULL",
        [userId, key, leaseId, toTimestamp(leaseUntil)],
      );
    },
    async finish(request, leaseId, answer) {
      await pool.query(FINISH, finished(request, leaseId, answer));
    },
    async finishIn({ client }, request, leaseId, answer) {
      const { rowCount } = await client.query(`${FINISH} AND status IS NULL`, finished(request, leaseId, answer));
      return rowCount === 1;
    },
    async markIn({ client }, { userId, key }, leaseId, done) {
      const { rowCount } = await client.query(
        "UPDATE idempotency_key SET reply = $4 WHERE user_id = $1 AND key = $2 AND turn = $3 AND status IS NULL",
        [userId, key, leaseId, JSON.stringify(done)],
      );
      return rowCount === 1;
    },
    async release({ userId, key }, leaseId) {
      await pool.query(
        "UPDATE idempotency_key SET lease_until = 'epoch' WHERE user_id = $1 AND key = $2 AND turn = $3 AND status IS NULL",
        [userId, key, leaseId],
      );
    },
  };
}
