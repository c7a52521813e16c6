import type { Secret } from "../config/secret.ts";
import type { Database } from "../db/database.ts";
import { dataKey } from "../db/schema/platform.ts";
import { decrypt, encrypt, newKey } from "./cipher.ts";

/** Encrypts nothing; keyed hashes derive from it, so it lives as long as they do. */
export const ROOT_KEY = 0;
const FIRST_KEY = 1;

/** Which keys there are and which of them seal, as a text that changes with them. */
export const DATA_KEYS_NOW = "SELECT string_agg(concat(id, is_sealing), ',' ORDER BY id) FROM data_key";

type Row = typeof dataKey.$inferSelect;

const wrapAad = (id: number): Buffer => Buffer.from(`data_key:${id}`);
const bytesOf = (masterKey: Secret): Buffer => Buffer.from(masterKey.reveal(), "hex");

export const wrapKey = (masterKey: Secret, id: number, key: Buffer): string =>
  encrypt(bytesOf(masterKey), key, wrapAad(id)).toString("base64url");

export class WrongMasterKey extends Error {
  constructor() {
    super("the master key is not the one this database was encrypted with");
  }
}

export function unwrapKey(masterKey: Secret, { id, wrapped }: Pick<Row, "id" | "wrapped">): Buffer {
  try {
    return decrypt(bytesOf(masterKey), Buffer.from(wrapped, "base64url"), wrapAad(id));
  } catch {
    throw new WrongMasterKey();
  }
}

/** Creates the first two keys once, in any one process, and never beside keys wrapped by another master key. */
export async function makeFirstKeys(database: Database, masterKey: Secret): Promise<void> {
  const known = await readKeys(database);
  for (const row of known) unwrapKey(masterKey, row);
  // Key 1 may be retired already.
  if (known.length > 1) return;
  const row = (id: number, isSealing: boolean) => ({ id, wrapped: wrapKey(masterKey, id, newKey()), isSealing });
  await database.db
    .insert(dataKey)
    .values([row(ROOT_KEY, false), row(FIRST_KEY, true)])
    .onConflictDoNothing();
}

export const readKeys = ({ db }: Pick<Database, "db">): Promise<readonly Row[]> =>
  db.select().from(dataKey).orderBy(dataKey.id);

export const sealingKeyOf = (rows: readonly Pick<Row, "id" | "isSealing">[]): number =>
  Math.max(...rows.filter(({ isSealing }) => isSealing).map(({ id }) => id));
