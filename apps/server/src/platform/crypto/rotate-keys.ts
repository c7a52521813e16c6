import { eq, notInArray } from "drizzle-orm";
import type { Secret } from "../config/secret.ts";
import type { Database, Tx } from "../db/database.ts";
import { dataKey } from "../db/schema/platform.ts";
import { newKey } from "./cipher.ts";
import { makeFirstKeys, ROOT_KEY, readKeys, unwrapKey, WrongMasterKey, wrapKey } from "./data-keys.ts";
import { type SealedColumn, sealedColumns } from "./sealed-columns.ts";
import { KEY_LEASE_MS, openSecretBox, prefixOf, type SecretBox } from "./secret-box.ts";

const BATCH = 200;
const ROTATION_LOCK = 7_262_002;

export interface RotateDeps {
  readonly database: Database;
  readonly masterKey: Secret;
  readonly newMasterKey: Secret | null;
  /** Real time: running processes re-read the keys meanwhile. */
  pause(ms: number): Promise<void>;
  report(line: string): void;
}

interface SealedRow {
  readonly key: string;
  readonly row: string;
  readonly user: string;
  readonly value: string;
}

/** Re-encrypts every value of the column; returns how many, and which failed to open. */
async function resealColumn({ pool }: Database, box: SecretBox, keyId: number, sealed: SealedColumn) {
  const { table, value, key, row, user, place, assignment } = sealed;
  let [after, count] = ["", 0];
  const broken: string[] = [];
  for (;;) {
    const { rows } = await pool.query<SealedRow>(
      `SELECT ${key} AS key, ${row} AS row, ${user} AS user, ${value} AS value FROM ${table}
       WHERE ${value} NOT LIKE $1 AND ${key} > $2 ORDER BY 1 LIMIT ${BATCH}`,
      [`${prefixOf(keyId)}%`, after],
    );
    const fresh = rows.flatMap((found) => {
      try {
        const at = { ...place, row: found.row, user: found.user };
        return [{ ...found, fresh: box.seal(box.open(found.value, at), at) }];
      } catch {
        broken.push(`${table} ${found.key}`);
        return [];
      }
    });
    // A value that changed meanwhile was sealed with the new key already.
    const { rowCount } = await pool.query(
      `UPDATE ${table} SET ${assignment}
       FROM unnest($1::text[], $2::text[], $3::text[]) AS fresh(key, old, value)
       WHERE ${key} = fresh.key AND ${value} = fresh.old`,
      [fresh.map((each) => each.key), fresh.map((each) => each.value), fresh.map((each) => each.fresh)],
    );
    count += rowCount ?? 0;
    const last = rows.at(-1);
    if (rows.length < BATCH || last === undefined) return { count, broken };
    after = last.key;
  }
}

async function countSealedOtherwise({ client }: Pick<Tx, "client">, keyId: number): Promise<number> {
  let count = 0;
  for (const { table, value } of sealedColumns) {
    const { rows } = await client.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM ${table} WHERE ${value} NOT LIKE $1`,
      [`${prefixOf(keyId)}%`],
    );
    count += rows[0]?.count ?? 0;
  }
  return count;
}

async function settleTarget({ database, masterKey, report }: RotateDeps): Promise<number> {
  const ids = (await readKeys(database)).map(({ id }) => id).filter((id) => id !== ROOT_KEY);
  const newest = Math.max(...ids);
  if (ids.length > 1) {
    report(`going on with data key ${newest}`);
    return newest;
  }
  const id = newest + 1;
  await database.db.insert(dataKey).values({ id, wrapped: wrapKey(masterKey, id, newKey()), isSealing: false });
  report(`data key ${id} is made`);
  return id;
}

async function resealAll({ database, masterKey, report }: RotateDeps, keyId: number): Promise<void> {
  const box = await openSecretBox(database, masterKey);
  for (const sealed of sealedColumns) {
    const { count, broken } = await resealColumn(database, box, keyId, sealed);
    if (count > 0) report(`${sealed.place.table}.${sealed.place.column}: ${count} sealed again`);
    for (const name of broken)
      report(`${sealed.place.table}.${sealed.place.column}: does not open, left as it is: ${name}`);
  }
}

async function retireOthers({ database, report }: RotateDeps, keyId: number): Promise<void> {
  const left = await database.transaction(async (tx) => {
    const needed = await countSealedOtherwise(tx, keyId);
    if (needed === 0) await tx.db.delete(dataKey).where(notInArray(dataKey.id, [ROOT_KEY, keyId]));
    return needed;
  });
  if (left > 0)
    throw new Error(`${left} values still need an older data key, which is kept: repair them and run this again`);
  report("older data keys are retired");
}

async function rewrap({ database, masterKey, report }: RotateDeps, newMasterKey: Secret): Promise<void> {
  await database.transaction(async (tx) => {
    const rows = await tx.db.select().from(dataKey).for("update");
    for (const row of rows) {
      const wrapped = wrapKey(newMasterKey, row.id, unwrapKey(masterKey, row));
      await tx.db.update(dataKey).set({ wrapped }).where(eq(dataKey.id, row.id));
    }
  });
  report("the keys are wrapped by the new master key: set MASTER_KEY to it and start every process again");
}

/** An interrupted run may have reached the new master key. */
async function isRewrapped({ database, masterKey, newMasterKey }: RotateDeps): Promise<boolean> {
  const [first] = await readKeys(database);
  if (first === undefined || newMasterKey === null) return false;
  try {
    unwrapKey(masterKey, first);
    return false;
  } catch (cause) {
    if (!(cause instanceof WrongMasterKey)) throw cause;
    unwrapKey(newMasterKey, first);
    return true;
  }
}

async function rotate(deps: RotateDeps): Promise<void> {
  const { database, masterKey, newMasterKey, pause, report } = deps;
  if (await isRewrapped(deps)) return report("the keys are wrapped by the new master key already");
  await makeFirstKeys(database, masterKey);
  const keyId = await settleTarget(deps);
  report("waiting until every process knows it");
  await pause(KEY_LEASE_MS);
  await database.db.update(dataKey).set({ isSealing: true }).where(eq(dataKey.id, keyId));
  // Twice, because a value sealed with the older key a moment ago may not be stored yet.
  await pause(2 * KEY_LEASE_MS);
  await resealAll(deps, keyId);
  await retireOthers(deps, keyId);
  if (newMasterKey !== null) await rewrap(deps, newMasterKey);
}

/** Re-encrypts everything with a new key while the product runs. It may be interrupted anywhere and restarted. */
export async function rotateKeys(deps: RotateDeps): Promise<void> {
  const client = await deps.database.pool.connect();
  try {
    const { rows } = await client.query<{ free: boolean }>("SELECT pg_try_advisory_lock($1) AS free", [ROTATION_LOCK]);
    if (rows[0]?.free !== true) throw new Error("another key rotation is running");
    try {
      await rotate(deps);
    } finally {
      await client.query("SELECT pg_advisory_unlock($1)", [ROTATION_LOCK]);
    }
  } finally {
    client.release();
  }
}
