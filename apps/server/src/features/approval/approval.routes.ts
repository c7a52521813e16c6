import { ok } from "@vriddhi/core/shared/result";
import { toTimestamp } from "../../platform/db/instant.ts";
import type { Handlers } from "../../platform/http/handler.ts";
import type { ApprovalService, ShownOffer } from "./approval.service.ts";
import type { OfferOrder } from "./approval.store.ts";

type Calls = "listApprovals" | "decideApproval" | "showApprovalByLink" | "decideApprovalByLink";

const orderToWire = ({ status, filled, averagePrice, reason }: OfferOrder) => ({
  status,
  filled,
  average_price_paise: averagePrice,
  reason,
});

const toWire = (offer: ShownOffer) => ({
  tag: offer.tag,
  broker: offer.broker,
  symbol: offer.symbol,
  side: offer.side,
  quantity: offer.quantity,
  limit_paise: offer.limit,
  sentence: offer.sentence,
  reason: offer.details?.reason ?? null,
  stop_paise: offer.details?.stop ?? null,
  target_paise: offer.details?.target ?? null,
  guard_paise: offer.guard,
  price_paise: offer.price,
  offered_at: toTimestamp(offer.offeredAt),
  until: toTimestamp(offer.until),
  left_ms: offer.leftMs,
  answer: offer.answer,
  order: offer.order === null ? null : orderToWire(offer.order),
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
