import type { HumanClock, MarketClock } from "@vriddhi/core/time/clock";
import { type IstDate, istDate, istDateOf } from "@vriddhi/core/time/ist";
import type { Database, Tx } from "../db/database.ts";
import { createAudit } from "./audit.ts";

const DIGEST_LOCK = 7_262_012;
/** For how many days facts that arrive after the seal are sealed behind it. */
const LATE_DAYS = 7;
/** How many sealed stretches a verification re-reads; older ones on request by day. */
const STRETCHES_READ = 60;

/** Below every possible row number. */
const BEFORE_ALL = "-9223372036854775808";

/** Every row as one canonical text; $1 the day, $2 and $3 the stretch of numbers. */
const DIGEST = `SELECT count(*)::int AS rows, encode(sha256(coalesce(string_agg(sha256(convert_to(jsonb_build_array(
      l.id, l.trading_day, l.account_id, (extract(epoch FROM l.at) * 1000)::bigint, l.kind, l.tag, l.key, l.fact, l.alert
    )::text, 'UTF8')), ''::bytea ORDER BY l.id), ''::bytea)), 'hex') AS digest
  FROM ledger l WHERE l.trading_day = $1::date AND l.id > $2 AND l.id <= $3`;

/** Past days with rows behind their seal. $1 today, $2 how far back late facts are searched for. */
const UNSEALED = `WITH sealed AS (
    SELECT e.detail -> 'after' ->> 'day' AS day, max((e.detail -> 'after' ->> 'upTo')::bigint) AS up_to
    FROM audit_event e WHERE e.kind = 'ledger_sealed' GROUP BY 1
  )
  SELECT l.trading_day::text AS day, coalesce(max(sealed.up_to), ${BEFORE_ALL})::text AS after, max(l.id)::text AS "upTo"
  FROM ledger l LEFT JOIN sealed ON sealed.day = l.trading_day::text
  WHERE l.trading_day < $1::date AND l.trading_day >= $1::date - $2::int
  GROUP BY l.trading_day HAVING max(l.id) > coalesce(max(sealed.up_to), ${BEFORE_ALL}) ORDER BY l.trading_day`;

const STRETCHES = `SELECT e.detail -> 'after' AS stretch FROM audit_event e
  WHERE e.kind = 'ledger_sealed' AND ($2::text IS NULL OR e.detail -> 'after' ->> 'day' = $2)
  ORDER BY e.id DESC LIMIT $1`;

interface Stretch {
  readonly day: string;
  readonly after: string;
  readonly upTo: string;
  readonly rows: number;
  readonly digest: string;
}

export interface LedgerFault {
  readonly day: IstDate;
  readonly what: "changed" | "missing";
}

export interface LedgerVerdict {
  readonly days: number;
  readonly firstFault: LedgerFault | null;
}

export interface LedgerDigests {
  seal(): Promise<void>;
  verify(day?: IstDate): Promise<LedgerVerdict>;
}

type Asked = Pick<Tx["client"], "query">;

async function digestOf(client: Asked, day: string, after: string, upTo: string) {
  const { rows } = await client.query<{ rows: number; digest: string }>(DIGEST, [day, after, upTo]);
  return rows[0] ?? { rows: 0, digest: "" };
}

async function faultIn(client: Asked, sealed: Stretch): Promise<LedgerFault | null> {
  const found = await digestOf(client, sealed.day, sealed.after, sealed.upTo);
  if (found.digest === sealed.digest) return null;
  return { day: istDate(sealed.day), what: found.rows < sealed.rows ? "missing" : "changed" };
}

/** Each past day's digest is an audit row: a changed, removed or inserted fact of a sealed day changes the digest. */
export function createLedgerDigests({
  database,
  humanClock,
  marketClock,
}: {
  readonly database: Database;
  readonly humanClock: HumanClock;
  readonly marketClock: MarketClock;
}): LedgerDigests {
  const audit = createAudit(database, humanClock);
  return {
    seal: () =>
      database.transaction(async (tx) => {
        await tx.client.query("SELECT pg_advisory_xact_lock($1)", [DIGEST_LOCK]);
        const today = istDateOf(marketClock.now());
        const { rows } = await tx.client.query<Pick<Stretch, "day" | "after" | "upTo">>(UNSEALED, [today, LATE_DAYS]);
        for (const { day, after, upTo } of rows) {
          const { rows: count, digest } = await digestOf(tx.client, day, after, upTo);
          const sealed = { day, after, upTo, rows: count, digest };
          await audit.record({ kind: "ledger_sealed", userId: null, ip: "", after: sealed }, tx);
        }
      }),
    async verify(day) {
      const { rows } = await database.pool.query<{ stretch: Stretch }>(STRETCHES, [STRETCHES_READ, day ?? null]);
      let firstFault: LedgerFault | null = null;
      for (const { stretch } of rows.toReversed()) firstFault ??= await faultIn(database.pool as Asked, stretch);
      return { days: new Set(rows.map(({ stretch }) => stretch.day)).size, firstFault };
    },
  };
}
