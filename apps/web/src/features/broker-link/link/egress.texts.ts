import type { Reply } from "../../../lib/api.ts";

type Egress = Reply<"GET", "/brokers/egress">["brokers"][number];

export const egressTexts = {
  title: "Static address",
  lead: (name: string) =>
    `${name} accepts orders only from an address that you have registered there. Everything else works without it.`,
  address: "Address to register",
  guide: "How to register it",
  check: "Check now",
  checkFailed: "The address could not be checked",
  checkedAt: "Checked at",
  loading: "Reading your address",
  failed: "Your address could not be read.",
  retry: "Try Again",
  state: {
    registered: "Registered",
    not_registered: "Not registered",
    unchecked: "Not checked yet",
  } satisfies Record<Egress["state"], string>,
  stateBody: {
    registered: (name: string) => `${name} accepts orders from this address.`,
    not_registered: (name: string) =>
      `${name} refused this address when we checked. Register it as shown below, then check again.`,
    unchecked: (name: string) => `We have not checked with ${name} yet. The check places no order.`,
  } satisfies Record<Egress["state"], (name: string) => string>,
} as const;
