export type SetupState = "pending" | "exists" | "missing";

export interface SetupCheck {
  readonly part: "table" | "storage" | "policies";
  readonly state: SetupState;
  readonly message: string;
}

export type SetupOutcome =
  | { readonly kind: "done" }
  /** Only the backend's owner can do it (C2.30). */
  | { readonly kind: "by_hand"; readonly reason: string }
  | { readonly kind: "failed"; readonly reason: string };

export interface ProbeResult {
  readonly success: boolean;
  readonly message: string;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly count: number | null;
}

export type ProbeOperation =
  | "session"
  | "select"
  | "filter"
  | "order"
  | "limit"
  | "range"
  | "count"
  | "insert"
  | "update"
  | "delete"
  | "procedure"
  | "profiles";

export interface SetupStore {
  readonly kind: "postgres" | "supabase";
  table(): Promise<SetupCheck>;
  policies(): Promise<SetupCheck>;
  create(script: string): Promise<SetupOutcome>;
  probe(operation: ProbeOperation): Promise<ProbeResult>;
}

export interface SetupStorage {
  readonly kind: "local" | "s3" | "supabase";
  put(name: string, bytes: Uint8Array, type: string): Promise<void>;
  remove(names: readonly string[]): Promise<void>;
  exists(): Promise<boolean>;
  create(): Promise<void>;
}
