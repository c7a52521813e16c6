import type { Once } from "../platform/http/idempotency.ts";

/** Remembers nothing: for endpoints that a test mounts by itself. */
export const everyTime: Once = async (_request, work) => ({
  kind: "answered",
  answer: await work(),
  isRepeated: false,
});
