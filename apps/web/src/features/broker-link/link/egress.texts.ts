import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import type { Reply } from "../../../lib/api.ts";

type Egress = Reply<"GET", "/brokers/egress">["brokers"][number];

export const egressTexts = {
  title: "Static address",
  lead: (name: string) =>
    `${name} takes orders only from an address that you have registered there. Everything else works without it.`,
  address: "Address to register",
  /** Before the account is connected, beside the other values to enter there. */
  register: "Address for orders (static IP)",
  fromHere: (name: string) => `${name} takes orders for your account from this address alone.`,
  guide: "How to register it",
  check: "Check now",
  checkFailed: "The address could not be checked",
  checkedAt: "Asked at",
  loading: "Reading your address",
  failed: "Your address could not be read.",
  retry: "Try Again",
  state: {
    registered: "Registered",
    not_registered: "Not registered",
    unchecked: "Not checked yet",
  } satisfies Record<Egress["state"], string>,
  stateBody: {
    registered: (name: string) => `${name} takes orders from this address.`,
    not_registered: (name: string) =>
      `${name} refused this address when we asked. Register it as below, then check again.`,
    unchecked: (name: string) => `Nobody has asked ${name} yet. No order is placed for that.`,
  } satisfies Record<Egress["state"], (name: string) => string>,
  none: {
    connect_first: "Your account gets an address of its own with its first connection. It is then shown here.",
    none_free: "Every address is taken at the moment. Yours is shown here as soon as one is free; you need do nothing.",
    unknown: "Our public address is not known on this server, so there is nothing to register yet.",
  } satisfies Record<NonNullable<Egress["why_none"]>, string>,
} as const;

/** One line a step, in the broker's own words where they are known. */
export const egressGuides: Readonly<Record<BrokerName, readonly string[]>> = {
  fyers: [
    "Open the API dashboard of Fyers (myapi.fyers.in) and choose the app whose App ID you entered here.",
    "Edit the app and enter the address above as its static IP. Older apps have no such field: make a new one and enter its keys here.",
    "Save, then press Check now on this page.",
  ],
  angelone: [
    "Log in to SmartAPI (smartapi.angelone.in) and open My Apps.",
    "Edit the app whose API key you entered here and put the address above in as its primary static IP. Angel One allows one change a week.",
    "Save, then press Check now on this page.",
  ],
  zerodha: [
    "Log in to developers.kite.trade and open your profile.",
    "Under IP Whitelist enter the address above. It counts for all apps of your developer account.",
    "Save, then press Check now on this page.",
  ],
};
