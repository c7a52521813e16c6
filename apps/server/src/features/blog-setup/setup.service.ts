import type { ProbeOperation, SetupCheck, SetupOutcome, SetupStorage, SetupStore } from "./setup.ts";
import { setupScript } from "./setup-script.ts";

export interface SetupServiceDeps {
  readonly store: SetupStore;
  readonly storage: SetupStorage;
  isNotAllowed(cause: unknown): boolean;
}

export type SetupService = ReturnType<typeof createSetupService>;

/** One pixel that is uploaded and deleted: the proof that the storage works (C7.24). */
const TEST_NAME = "setup-check.png";
const TEST_TYPE = "image/png";
const TEST_BYTES = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

const reasonOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));

export function createSetupService({ store, storage, isNotAllowed }: SetupServiceDeps) {
  async function checkStorage(): Promise<SetupCheck> {
    try {
      if (!(await storage.exists())) return { part: "storage", state: "missing", message: "Bucket not found" };
      await storage.put(TEST_NAME, TEST_BYTES, TEST_TYPE);
      await storage.remove([TEST_NAME]);
      return { part: "storage", state: "exists", message: "A picture could be stored and removed." };
    } catch (cause) {
      return { part: "storage", state: "missing", message: reasonOf(cause) };
    }
  }

  async function createStorage(): Promise<SetupOutcome> {
    try {
      if (!(await storage.exists())) await storage.create();
      return { kind: "done" };
    } catch (cause) {
      return { kind: isNotAllowed(cause) ? "by_hand" : "failed", reason: reasonOf(cause) };
    }
  }

  const orMissing = (part: SetupCheck["part"], check: Promise<SetupCheck>): Promise<SetupCheck> =>
    check.catch((cause: unknown) => ({ part, state: "missing", message: reasonOf(cause) }));

  return {
    async check() {
      const checks = [
        await orMissing("table", store.table()),
        await checkStorage(),
        await orMissing("policies", store.policies()),
      ];
      return { store: store.kind, images: storage.kind, checks, script: setupScript };
    },
    run: (part: "database" | "storage"): Promise<SetupOutcome> =>
      part === "storage" ? createStorage() : store.create(setupScript),
    probe: (operation: ProbeOperation) => store.probe(operation),
  };
}
