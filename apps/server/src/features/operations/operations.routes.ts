import { err, ok } from "@vriddhi/core/shared/result";
import type { Handlers } from "../../platform/http/handler.ts";

export const operationsHandlers = (deps: {
  isReady(): Promise<boolean>;
}): Handlers<"readHealth" | "readReadiness"> => ({
  readHealth: async () => ok({ status: "ok" }),
  readReadiness: async () => ((await deps.isReady()) ? ok({ status: "ready" }) : err("not_ready")),
});
