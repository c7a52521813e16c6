import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import type { Secret } from "../config/secret.ts";
import type { Database } from "../db/database.ts";
import { dataKey } from "../db/schema/platform.ts";

const VERSION = "v1";
const IV_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;

/** Where a value lives. Sealed for one place, it cannot be opened at another. */
export interface Place {
  readonly table: string;
  readonly column: string;
  readonly row: string;
  readonly user: string;
}

/** Encrypts single values with AES-256-GCM. */
export interface SecretBox {
  seal(plain: string, place: Place): string;
  open(sealed: string, place: Place): string;
}

const aadOf = (place: Place): Buffer => Buffer.from(JSON.stringify([place.table, place.column, place.row, place.user]));

function encrypt(key: Buffer, plain: Buffer, aad: Buffer): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(aad);
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([iv, body, cipher.getAuthTag()]);
}

function decrypt(key: Buffer, sealed: Buffer, aad: Buffer): Buffer {
  const iv = sealed.subarray(0, IV_BYTES);
  const tag = sealed.subarray(sealed.length - TAG_BYTES);
  const decipher = createDecipheriv("aes-256-gcm", key, iv).setAAD(aad);
  decipher.setAuthTag(tag);
  return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES, sealed.length - TAG_BYTES)), decipher.final()]);
}

const wrapAad = (id: number): Buffer => Buffer.from(`data_key:${id}`);

/** Opens the stored data keys. A master key that opens none of them is the wrong one, and the start ends here. */
export async function openSecretBox(database: Database, masterKey: Secret): Promise<SecretBox> {
  const master = Buffer.from(masterKey.reveal(), "hex");
  const first = encrypt(master, randomBytes(KEY_BYTES), wrapAad(1)).toString("base64url");
  await database.db.insert(dataKey).values({ id: 1, wrapped: first }).onConflictDoNothing();
  const rows = await database.db.select().from(dataKey);
  const keys = new Map<number, Buffer>();
  for (const { id, wrapped } of rows) {
    try {
      keys.set(id, decrypt(master, Buffer.from(wrapped, "base64url"), wrapAad(id)));
    } catch {
      throw new Error("the master key is not the one this database was encrypted with");
    }
  }
  return createSecretBox(keys);
}

export function createSecretBox(keys: ReadonlyMap<number, Buffer>): SecretBox {
  const newest = Math.max(...keys.keys());
  const keyOf = (id: number): Buffer => {
    const key = keys.get(id);
    if (!key) throw new Error(`data key ${id} is not loaded`);
    return key;
  };
  return {
    seal(plain, place) {
      const sealed = encrypt(keyOf(newest), Buffer.from(plain), aadOf(place));
      return `${VERSION}.${newest}.${sealed.toString("base64url")}`;
    },
    open(sealed, place) {
      const [version, id, body] = sealed.split(".");
      if (version !== VERSION || body === undefined) throw new Error("not a sealed value");
      return decrypt(keyOf(Number(id)), Buffer.from(body, "base64url"), aadOf(place)).toString();
    },
  };
}
