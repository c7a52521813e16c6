import { PAISE_PER_RUPEE, type Paise } from "@vriddhi/core/shared/money";
import { ok } from "@vriddhi/core/shared/result";
import { toTimestamp } from "../../platform/db/instant.ts";
import type { Handlers } from "../../platform/http/handler.ts";
import type { GuaranteeService } from "./guarantee.service.ts";

const inRupees = (amount: Paise | null): number | null => (amount === null ? null : amount / PAISE_PER_RUPEE);

export const guaranteeHandlers = (service: GuaranteeService): Handlers<"readGuarantees"> => ({
  async readGuarantees({ caller }) {
    const results = await service.listOf(caller.userId);
    return ok({
      guarantees: results.map(({ id, plan, periodStart, periodEnd, gross, fee, outcome, refundStatus, ...rest }) => ({
        id,
        plan,
        outcome,
        refund_status: refundStatus,
        period_start: toTimestamp(periodStart),
        period_end: toTimestamp(periodEnd),
        gross_result: inRupees(gross),
        fee: fee / PAISE_PER_RUPEE,
        judged_at: toTimestamp(rest.judgedAt),
        evidence: rest.evidence.map(({ from, to, gross: part }) => ({
          from: toTimestamp(from),
          to: toTimestamp(to),
          gross_result: inRupees(part),
        })),
      })),
    });
  },
});
