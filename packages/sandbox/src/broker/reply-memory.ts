import type { Order } from "../exchange/model.ts";
import type { WireReply } from "./wire.ts";

/** Writes a book out anew only when its orders, or what it shows beside them, differ from the last time. */
export type WriteOnce = (orders: readonly Order[], beside: string, write: () => WireReply) => WireReply;

/** Clients read books again and again while nothing happens; the exchange gives the same list as long as that is so. */
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
