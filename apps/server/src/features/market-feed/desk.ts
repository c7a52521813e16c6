import type { BrokerCredentials, Egress } from "@vriddhi/brokers/port/session";
import type { BrokerName } from "@vriddhi/core/broker/broker-name";

/** Who trades: Zerodha follows Angel One's desk. */
export const desks = ["fyers", "angelone"] as const;

export type Desk = (typeof desks)[number];

export const isDesk = (text: string): text is Desk => desks.some((desk) => desk === text);

export const deskOf = (broker: BrokerName): Desk => (broker === "fyers" ? "fyers" : "angelone");

export const otherDesk = (desk: Desk): Desk => (desk === "fyers" ? "angelone" : "fyers");

/** The operator's own account; never a user's. */
export interface DeskAccount {
  readonly credentials: BrokerCredentials;
  readonly egress: Egress;
}

/** A desk without an account has no feed of its own. */
export type DeskAccounts = Readonly<Record<Desk, DeskAccount | null>>;
