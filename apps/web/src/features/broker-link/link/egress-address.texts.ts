import type { Reply } from "../../../lib/api.ts";

type Egress = Reply<"GET", "/brokers/egress">["brokers"][number];

export const egressAddressTexts = {
  /** Before the account is connected, beside the other values to enter at the broker. */
  register: "Address for orders (static IP)",
  fromHere: (name: string) => `${name} accepts orders for your account only from this address.`,
  none: {
    connect_first: "Your account gets an address of its own with its first connection. It is then shown here.",
    none_free:
      "Every address is taken at the moment. Yours is shown here as soon as one is free. You do not have to do anything.",
    unknown: "Our public address is not known on this server, so there is nothing to register yet.",
  } satisfies Record<NonNullable<Egress["why_none"]>, string>,
} as const;
