import type { OrderChange, OrderTicket } from "@vriddhi/core/order/order";
import type { OrderError } from "../port/broker-error.ts";
import type { Capabilities } from "../port/capabilities.ts";

/** `null` if the order is supported. */
export function refuseUnsupported(
  { broker, hasIoc }: Capabilities,
  { validity }: Pick<OrderTicket | OrderChange, "validity">,
): OrderError | null {
  if (validity === "ioc" && !hasIoc)
    return { kind: "rejected", reason: `${broker} takes no immediate-or-cancel orders` };
  return null;
}
