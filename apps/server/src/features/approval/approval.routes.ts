import { ok } from "@vriddhi/core/shared/result";
import { toTimestamp } from "../../platform/db/instant.ts";
import type { Handlers } from "../../platform/http/handler.ts";
import type { ApprovalService } from "./approval.service.ts";
import type { StoredOffer } from "./approval.store.ts";

type Calls = "listApprovals" | "decideApproval" | "showApprovalByLink" | "decideApprovalByLink";

const toWire = ({ tag, broker, symbol, side, quantity, limit, sentence, offeredAt, until, answer }: StoredOffer) => ({
  tag,
  broker,
  symbol,
  side,
  quantity,
  limit_paise: limit,
  sentence,
  offered_at: toTimestamp(offeredAt),
  until: toTimestamp(until),
  answer,
});

export const approvalHandlers = (service: ApprovalService): Handlers<Calls> => ({
  async listApprovals({ caller }) {
    return ok({ offers: (await service.listOf(caller.userId)).map(toWire) });
  },
  decideApproval: ({ caller, params, body }) => service.decide(caller.userId, params.tag, body.answer),
  async showApprovalByLink({ query }) {
    const shown = await service.showByLink(query.token);
    return shown.ok ? ok(toWire(shown.value)) : shown;
  },
  decideApprovalByLink: ({ body }) => service.decideByLink(body.token, body.answer),
});
