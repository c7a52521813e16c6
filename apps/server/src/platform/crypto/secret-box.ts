import { SECOND_MS } from "@vriddhi/core/time/clock";
import type { Secret } from "../config/secret.ts";
import type { Database } from "../db/database.ts";
import { decrypt, encrypt } from "./cipher.ts";
import { makeFirstKeys, ROOT_KEY, readKeys, sealingKeyOf, unwrapKey } from "./data-keys.ts";
import { deriveKey } from "./derived-key.ts";

const VERSION = "v1";
/** How long a process may seal without re-reading the keys. */
export const KEY_LEASE_MS = 20 * SECOND_MS;

/** Where a value is stored. Sealed for one place, it cannot be opened at another. */
export interface Place {
  readonly table: string;
  readonly column: string;
  readonly row: string;
  readonly user: string;
}

export interface SecretBox {
  seal(plain: string, place: Place): string;
  open(sealed: string, place: Place): string;
}

export interface OpenedBox extends SecretBox {
  refresh(): Promise<void>;
  /** Derives one key per purpose, independent of data-key and master-key rotations. */
  keyFor(purpose: string): Buffer;
}

interface KeyRing {
  find(id: number): Buffer | undefined;
  sealing(): number;
}

const aadOf = (place: Place): Buffer => Buffer.from(JSON.stringify([place.table, place.column, place.row, place.user]));

export const prefixOf = (keyId: number): string => `${VERSION}.${keyId}.`;

function boxOf(ring: KeyRing): SecretBox {
  const keyOf = (id: number): Buffer => {
    const key = ring.find(id);
    if (!key) throw new Error(`data key ${id} is not loaded`);
    return key;
  };
  return {
    seal(plain, place) {
      const id = ring.sealing();
      return prefixOf(id) + encrypt(keyOf(id), Buffer.from(plain), aadOf(place)).toString("base64url");
    },
    open(sealed, place) {
      const [version, id, body] = sealed.split(".");
      if (version !== VERSION || body === undefined) throw new Error("not a sealed value");
      return decrypt(keyOf(Number(id)), Buffer.from(body, "base64url"), aadOf(place)).toString();
    },
  };
}

/** With fixed keys; the newest seals. */
export function createSecretBox(keys: ReadonlyMap<number, Buffer>): SecretBox {
  const newest = Math.max(...keys.keys());
  return boxOf({ find: (id) => keys.get(id), sealing: () => newest });
}

/**
 * A master key that opens none of the keys fails the start. With `lease`, a process that has not re-read the keys for
 * that long refuses to seal; a rotation waits as long, so that no value gets a retired key.
 */
export async function openSecretBox(
  database: Database,
  masterKey: Secret,
  lease: { readonly ms: number; now(): number } = { ms: Number.POSITIVE_INFINITY, now: () => 0 },
): Promise<OpenedBox> {
  await makeFirstKeys(database, masterKey);
  const keys = new Map<number, Buffer>();
  let sealing = 0;
  let knownAt = 0;
  async function refresh(): Promise<void> {
    const askedAt = lease.now();
    const rows = await readKeys(database);
    // Retired keys stay loaded: values read earlier may still need them.
    for (const row of rows) if (!keys.has(row.id)) keys.set(row.id, unwrapKey(masterKey, row));
    sealing = sealingKeyOf(rows);
    knownAt = askedAt;
  }
  await refresh();
  const ring: KeyRing = {
    find: (id) => (id === ROOT_KEY ? undefined : keys.get(id)),
    sealing() {
      if (lease.now() - knownAt > lease.ms) throw new Error("the data keys are stale: the last read is too long ago");
      return sealing;
    },
  };
  return {
    ...boxOf(ring),
    refresh,
    keyFor(purpose) {
      const root = keys.get(ROOT_KEY);
      if (!root) throw new Error("the root key is not loaded");
      return deriveKey(root, purpose);
    },
  };
}
