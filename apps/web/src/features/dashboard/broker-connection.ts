import { type BrokerName, brokerNames, isBrokerName } from "@vriddhi/core/broker/broker-name";
import { type DashboardTab, pathOf } from "./dashboard-tab.ts";

interface BrokerConnection {
  readonly broker: BrokerName;
  readonly name: string;
  /** The tab where it is linked. */
  readonly path: `/${string}`;
  readonly tradingPath: `/${string}`;
}

const connections: Record<BrokerName, BrokerConnection> = {
  fyers: {
    broker: "fyers",
    name: "Fyers",
    path: pathOf("FyersConnection"),
    tradingPath: pathOf("TradingAlgorithm"),
  },
  angelone: {
    broker: "angelone",
    name: "Angel One",
    path: pathOf("AngelOneConnection"),
    tradingPath: pathOf("AngelOneTrading"),
  },
  zerodha: {
    broker: "zerodha",
    name: "Zerodha",
    path: pathOf("ZerodhaConnection"),
    tradingPath: pathOf("ZerodhaTrading"),
  },
};

/** A2.17: the brokers that /connect/{broker} knows. */
export const connectionOf = (broker: string | undefined): BrokerConnection | null =>
  broker !== undefined && isBrokerName(broker) ? connections[broker] : null;

/** The broker whose account is linked on `tab`. */
export const brokerOfTab = (tab: DashboardTab): BrokerName | null =>
  brokerNames.find((broker) => connections[broker].path === pathOf(tab)) ?? null;

export const connectionPathOf = (broker: BrokerName): string => connections[broker].path;
