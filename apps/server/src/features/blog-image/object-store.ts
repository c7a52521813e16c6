/** Storage of pictures. The product chooses the names: no folders, no characters that a store could misread. */
export interface ObjectStore {
  readonly kind: "local" | "s3" | "supabase";
  put(name: string, bytes: Uint8Array, type: string): Promise<void>;
  get(name: string): Promise<Uint8Array | null>;
  remove(names: readonly string[]): Promise<void>;
  exists(): Promise<boolean>;
  create(): Promise<void>;
}

/** The bucket does not exist; it can be created (C4.14). */
export class BucketMissing extends Error {
  constructor() {
    super("Bucket not found");
  }
}

/** The store denied access: only its owner can fix that (C2.30). */
export class NotAllowed extends Error {}

export class StoreAway extends Error {}
