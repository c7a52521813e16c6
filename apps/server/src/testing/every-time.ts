import { randomUUID } from "node:crypto";
import type { IdempotentRunner } from "../platform/http/idempotency.ts";

/** Stores no keys: for endpoints that a test mounts directly. */
export const everyTime: IdempotentRunner = async (_request, work) => ({
  kind: "answered",
  answer: await work({ id: randomUUID(), done: null, mark: async () => undefined, finish: async () => undefined }),
  isRepeated: false,
});
