import { ok } from "@vriddhi/core/shared/result";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { Handlers } from "../../platform/http/handler.ts";
import type { ReadinessService } from "./readiness.service.ts";

const isoOf = (instant: EpochMs | null): string | null => (instant === null ? null : new Date(instant).toISOString());

export const readinessHandlers = (readiness: ReadinessService): Handlers<"readBrokerReadiness"> => ({
  async readBrokerReadiness({ caller }) {
    const { day, checkedAt, brokers } = await readiness.of(caller.userId);
    return ok({
      trading_day: day,
      checked_at: isoOf(checkedAt),
      brokers: brokers.map(({ broker, reason, detail, refusal, action, sessionUntil }) => ({
        broker,
        is_ready: reason === null,
        reason,
        detail,
        broker_said: refusal,
        action: action === null ? null : { label: action.label, path: action.path },
        session_expires_at: isoOf(sessionUntil),
      })),
    });
  },
});
