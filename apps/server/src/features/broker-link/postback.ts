import { createHash, timingSafeEqual } from "node:crypto";
import { ok } from "@vriddhi/core/shared/result";
import { z } from "zod";
import type { Handlers } from "../../platform/http/handler.ts";
import type { Logger } from "../../platform/log/logger.ts";
import type { LinkStore } from "./link.store.ts";
import type { LinkSecrets } from "./link-secrets.ts";

/** Receives hints to read an order soon. A hint is not a fact: only what the broker's API returns counts. */
export interface OrderHintListener {
  hint(linkId: string, orderId: string): void;
}

export interface PostbackDeps {
  readonly store: Pick<LinkStore, "findByClient">;
  readonly secrets: LinkSecrets;
  readonly hints: OrderHintListener;
  readonly log: Logger;
}

const TEXT_MAX = 100;
/** The product reads everything else from the broker. */
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
  async function verify(message: Postback | null) {
    if (message === null) return { outcome: "unreadable" };
    const link = await store.findByClient("zerodha", message.user_id);
    const secret = link === null ? null : secrets.plainOfLink(link).appSecret;
    if (link === null || secret === null) return { outcome: "unknown" };
    if (!isSigned(message, secret)) return { outcome: "forged" };
    hints.hint(link.id, message.order_id);
    return { outcome: "taken", linkId: link.id, orderId: message.order_id };
  }
  return {
    async receiveZerodhaPostback({ raw }) {
      // Any other status would help a forger, or make the broker stop sending.
      const verified = await verify(readPostback(raw.bytes)).catch(() => ({ outcome: "failed" }));
      // Anyone may call this endpoint: only verified messages are logged at info.
      log[verified.outcome === "taken" ? "info" : "debug"](
        { broker: "zerodha", ...verified },
        "broker link: postback received",
      );
      return ok({});
    },
  };
};
