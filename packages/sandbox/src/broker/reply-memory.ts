import type { Order } from "../exchange/model.ts";
import type { WireReply } from "./wire.ts";

/** Renders a book again only when its orders, or other displayed data, differ from the last time. */
export type WriteOnce = (orders: readonly Order[], beside: string, write: () => WireReply) => WireReply;

/** Clients poll books without changes; the exchange returns the same list until one changes. */
export function createReplyMemory(): WriteOnce {
  const known = new WeakMap<readonly Order[], { readonly beside: string; readonly reply: WireReply }>();
  return (orders, beside, write) => {
    const found = known.get(orders);
    if (found !== undefined && found.beside === beside) return found.reply;
    const reply = write();
    known.set(orders, { beside, reply });
    return reply;
  };
}
