/** Where pictures lie. Names are ours: no folder, no sign that any store could misread. */
export interface ObjectStore {
  readonly kind: "local" | "s3" | "supabase";
  put(name: string, bytes: Uint8Array, type: string): Promise<void>;
  get(name: string): Promise<Uint8Array | null>;
  remove(names: readonly string[]): Promise<void>;
  /** Whether there is a place to put anything. */
  exists(): Promise<boolean>;
  /** Makes that place. */
  create(): Promise<void>;
}

/** C4.14: there is no such place; it can be made. */
export class BucketMissing extends Error {
  constructor() {
    super("Bucket not found");
  }
}

/** The store refused for want of rights: only its owner can help (C2.30). */
export class NotAllowed extends Error {}

/** The store did not answer, or not as it should. */
export class StoreAway extends Error {}
