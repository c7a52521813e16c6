import { type BrokerName, isBrokerName } from "@vriddhi/core/broker/broker-name";
import { type ConnectionTab, type DashboardTab, isConnectionTab, pathOf } from "./dashboard-tab.ts";

interface BrokerConnection {
  readonly broker: BrokerName;
  readonly name: string;
  /** The tab where it is linked. */
  readonly path: `/${string}`;
}

const connections: Record<BrokerName, BrokerConnection> = {
  fyers: {
    broker: "fyers",
    name: "Fyers",
    path: pathOf("FyersConnection"),
  },
  angelone: {
    broker: "angelone",
    name: "Angel One",
    path: pathOf("AngelOneConnection"),
  },
  zerodha: {
    broker: "zerodha",
    name: "Zerodha",
    path: pathOf("ZerodhaConnection"),
  },
};

/** A2.17: the brokers that /connect/{broker} knows. */
export const connectionOf = (broker: string | undefined): BrokerConnection | null =>
  broker !== undefined && isBrokerName(broker) ? connections[broker] : null;

/** The broker whose account is linked on `tab`. */
export const brokerOfTab = (tab: DashboardTab): BrokerName | null => (isConnectionTab(tab) ? brokers[tab] : null);

const brokers: Readonly<Record<ConnectionTab, BrokerName>> = {
  FyersConnection: "fyers",
  AngelOneConnection: "angelone",
  ZerodhaConnection: "zerodha",
};

export const brokerAt = (tab: ConnectionTab): BrokerName => brokers[tab];

export const connectionPathOf = (broker: BrokerName): string => connections[broker].path;
