import { createHash } from "node:crypto";
import type { EpochMs, HumanClock } from "@vriddhi/core/time/clock";
import { istDateOf } from "@vriddhi/core/time/ist";
import type { Database, Tx } from "../db/database.ts";
import { fromTimestamp, toTimestamp } from "../db/instant.ts";

/** Arbitrary fixed number: the advisory lock of the process that seals. */
const SEAL_LOCK = 7_262_011;
const ROWS_AT_ONCE = 1_000;
/** How far behind the newest sealed row a late commit is searched for. */
const LATE_ROWS = 100_000;
const SEALS_AT_ONCE = 100;

/** Every row as one canonical text, identical in every process and forever. */
const ROW_TEXT = `CASE WHEN e.id IS NULL THEN NULL ELSE jsonb_build_array(
  e.id, (extract(epoch FROM e.at) * 1000)::bigint, e.kind, e.user_id, e.by_user_id, e.ip, e.device, e.detail)::text END`;

const UNSEALED = `SELECT e.id, ${ROW_TEXT} AS text FROM audit_event e
  WHERE e.id > (SELECT coalesce(max(event_id), 0) - ${LATE_ROWS} FROM audit_sealed_row)
    AND NOT EXISTS (SELECT FROM audit_sealed_row r WHERE r.event_id = e.id)
  ORDER BY e.id LIMIT ${ROWS_AT_ONCE}`;

/** Newer rows than the newest that is sealed; one that was committed late has a smaller number. */
export const AUDIT_WAITS =
  "(SELECT max(id) FROM audit_event) > (SELECT coalesce(max(event_id), 0) FROM audit_sealed_row)";

const SEALED = `SELECT r.seal, r.event_id AS id, ${ROW_TEXT} AS text
  FROM audit_sealed_row r LEFT JOIN audit_event e ON e.id = r.event_id
  WHERE r.seal > $1 AND r.seal <= $2 ORDER BY r.seal, r.event_id`;

interface RowText {
  readonly id: string;
  /** `null`: the row was deleted. */
  readonly text: string | null;
}

interface SealRow {
  readonly n: number;
  readonly rows: number;
  readonly head: Buffer;
  readonly sealed_at: Date;
}

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

/** The head of a batch is a hash of the previous head, the batch number and every row. */
function headOf(before: Buffer, n: number, rows: readonly RowText[]): Buffer {
  const hash = createHash("sha256").update(before).update(`seal ${n} of ${rows.length}`);
  for (const { id, text } of rows) hash.update(digest(`${id} ${text}`));
  return hash.digest();
}

const NO_HEAD = Buffer.alloc(32);

export interface AuditHead {
  readonly n: number;
  readonly head: string;
  readonly sealedAt: EpochMs;
}

export interface AuditFault {
  readonly seal: number;
  readonly fromRow: number;
  readonly toRow: number;
  readonly what: "changed" | "missing";
}

export interface AuditVerdict {
  readonly sealedRows: number;
  readonly unsealedRows: number;
  readonly head: AuditHead | null;
  readonly firstFault: AuditFault | null;
  /** Whether the given head is in the chain; `null` when none was given. */
  readonly isKnown: boolean | null;
}

export interface AuditSeals {
  /** Seals unsealed rows in batches; any number of processes may call it. */
  seal(): Promise<void>;
  verify(head?: string): Promise<AuditVerdict>;
}

export interface AuditSealDeps {
  readonly database: Database;
  readonly clock: HumanClock;
  /** Called in the transaction that begins a new day's chain, with the last head of the day before. */
  onDayEnded(tx: Tx, head: AuditHead): Promise<void>;
}

const toHead = ({ n, head, sealed_at }: SealRow): AuditHead => ({
  n,
  head: head.toString("hex"),
  sealedAt: fromTimestamp(sealed_at),
});

async function lastSeal(client: Pick<Tx["client"], "query">): Promise<SealRow | null> {
  const { rows } = await client.query<SealRow>(
    "SELECT n, rows, head, sealed_at FROM audit_seal ORDER BY n DESC LIMIT 1",
  );
  return rows[0] ?? null;
}

async function sealBatch(deps: AuditSealDeps, tx: Tx): Promise<boolean> {
  const { client } = tx;
  await client.query("SELECT pg_advisory_xact_lock($1)", [SEAL_LOCK]);
  const { rows } = await client.query<RowText>(UNSEALED);
  if (rows.length === 0) return false;
  const last = await lastSeal(client);
  const n = (last?.n ?? 0) + 1;
  const now = deps.clock.now();
  const head = headOf(last?.head ?? NO_HEAD, n, rows);
  await client.query("INSERT INTO audit_seal (n, rows, head, sealed_at) VALUES ($1, $2, $3, $4)", [
    n,
    rows.length,
    head,
    toTimestamp(now),
  ]);
  await client.query("INSERT INTO audit_sealed_row (event_id, seal) SELECT unnest($1::bigint[]), $2", [
    rows.map(({ id }) => id),
    n,
  ]);
  if (last !== null && istDateOf(fromTimestamp(last.sealed_at)) !== istDateOf(now))
    await deps.onDayEnded(tx, toHead(last));
  return rows.length === ROWS_AT_ONCE;
}

function faultIn(seal: SealRow, before: Buffer, rows: readonly RowText[]): AuditFault | null {
  const isMissing = rows.length !== seal.rows || rows.some(({ text }) => text === null);
  if (!isMissing && headOf(before, seal.n, rows).equals(seal.head)) return null;
  const [fromRow, toRow] = [Number(rows[0]?.id ?? 0), Number(rows.at(-1)?.id ?? 0)];
  return { seal: seal.n, fromRow, toRow, what: isMissing ? "missing" : "changed" };
}

async function verifyChain({ pool }: Database, wanted: string | undefined): Promise<AuditVerdict> {
  let before: Buffer = NO_HEAD;
  let last: SealRow | null = null;
  let firstFault: AuditFault | null = null;
  let [sealedRows, isKnown] = [0, false];
  for (;;) {
    const after: number = last?.n ?? 0;
    const { rows: seals } = await pool.query<SealRow>(
      "SELECT n, rows, head, sealed_at FROM audit_seal WHERE n > $1 ORDER BY n LIMIT $2",
      [after, SEALS_AT_ONCE],
    );
    if (seals.length === 0) break;
    const { rows } = await pool.query<RowText & { seal: number }>(SEALED, [after, seals.at(-1)?.n]);
    const bySeal = Map.groupBy(rows, ({ seal }) => seal);
    for (const seal of seals) {
      firstFault ??= faultIn(seal, before, bySeal.get(seal.n) ?? []);
      isKnown ||= seal.head.toString("hex") === wanted;
      sealedRows += seal.rows;
      before = seal.head;
      last = seal;
    }
  }
  const { rows } = await pool.query<{ count: number }>("SELECT count(*)::int AS count FROM audit_event");
  return {
    sealedRows,
    unsealedRows: Math.max(0, (rows[0]?.count ?? 0) - sealedRows),
    head: last === null ? null : toHead(last),
    firstFault,
    isKnown: wanted === undefined ? null : isKnown,
  };
}

/** The product's role can change neither rows nor seals; a change by another role breaks the chain or a mailed head. */
export const createAuditSeals = (deps: AuditSealDeps): AuditSeals => ({
  async seal() {
    while (await deps.database.transaction((tx) => sealBatch(deps, tx)));
  },
  verify: (head) => verifyChain(deps.database, head),
});
