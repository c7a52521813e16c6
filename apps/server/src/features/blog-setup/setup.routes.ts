import { err, ok } from "@vriddhi/core/shared/result";
import type { Handlers } from "../../platform/http/handler.ts";
import { bucketFailed } from "./setup.messages.ts";
import type { SetupService } from "./setup.service.ts";

export interface HostedBackend {
  readonly url: string;
  readonly anonKey: string;
}

export const setupHandlers = (
  service: SetupService,
  hosted: HostedBackend | null,
): Handlers<"checkSetup" | "runSetup" | "probeStore"> => {
  const checked = async () => {
    const { store, images, checks, script } = await service.check();
    return { store, images, script, checks: checks.map(({ part, state, message }) => ({ part, state, message })) };
  };
  return {
    async checkSetup() {
      const backend = hosted === null ? null : { url: hosted.url, anon_key: hosted.anonKey };
      return ok({ ...(await checked()), hosted: backend });
    },
    async runSetup({ body }) {
      const outcome = await service.run(body.part);
      if (outcome.kind === "done") return ok(await checked());
      const detail = bucketFailed(outcome.reason);
      return err({ code: outcome.kind === "by_hand" ? "setup_by_hand" : "setup_failed", detail } as const);
    },
    async probeStore({ body }) {
      const { success, message, rows, count } = await service.probe(body.operation);
      const shown = rows.map((row) => JSON.parse(JSON.stringify(row)) as Record<string, unknown>);
      return ok({ success, message, rows: shown.slice(0, 10), count });
    },
  };
};
