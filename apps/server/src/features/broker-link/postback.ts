import { createHash, timingSafeEqual } from "node:crypto";
import { ok } from "@vriddhi/core/shared/result";
import { z } from "zod";
import type { Handlers } from "../../platform/http/handler.ts";
import type { Logger } from "../../platform/log/logger.ts";
import type { LinkStore } from "./link.store.ts";
import type { LinkSecrets } from "./link-secrets.ts";

/** Whoever wants to look at an order before its turn. A hint is no fact: what counts is read from the broker. */
export interface OrderHints {
  hint(linkId: string, orderId: string): void;
}

export interface PostbackDeps {
  readonly store: Pick<LinkStore, "findByClient">;
  readonly secrets: LinkSecrets;
  readonly hints: OrderHints;
  readonly log: Logger;
}

const TEXT_MAX = 100;
/** Everything else in the record is read from the broker itself. */
const postback = z.object({
  user_id: z.string().min(1).max(TEXT_MAX),
  order_id: z.string().min(1).max(TEXT_MAX),
  order_timestamp: z.string().min(1).max(TEXT_MAX),
  checksum: z.string().regex(/^[0-9a-f]{64}$/i),
});
type Postback = z.infer<typeof postback>;

function isSigned({ order_id, order_timestamp, checksum }: Postback, secret: string): boolean {
  const wanted = createHash("sha256")
    .update(order_id + order_timestamp + secret)
    .digest();
  return timingSafeEqual(wanted, Buffer.from(checksum, "hex"));
}

function readPostback(bytes: Buffer): Postback | null {
  try {
    return postback.safeParse(JSON.parse(bytes.toString("utf8"))).data ?? null;
  } catch {
    return null;
  }
}

export const postbackHandlers = ({ store, secrets, hints, log }: PostbackDeps): Handlers<"receiveZerodhaPostback"> => {
  async function judge(told: Postback | null) {
    if (told === null) return { outcome: "unreadable" };
    const link = await store.findByClient("zerodha", told.user_id);
    const secret = link === null ? null : secrets.plainOfLink(link).appSecret;
    if (link === null || secret === null) return { outcome: "unknown" };
    if (!isSigned(told, secret)) return { outcome: "forged" };
    hints.hint(link.id, told.order_id);
    return { outcome: "taken", linkId: link.id, orderId: told.order_id };
  }
  return {
    async receiveZerodhaPostback({ raw }) {
      // Another answer than 200 would only teach a forger, or make the broker stop telling us.
      const judged = await judge(readPostback(raw.bytes)).catch(() => ({ outcome: "failed" }));
      // Anybody may call here: only what was believed is worth a line that is kept.
      log[judged.outcome === "taken" ? "info" : "debug"](
        { broker: "zerodha", ...judged },
        "broker link: postback received",
      );
      return ok({});
    },
  };
};
