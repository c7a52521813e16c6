import { type BrokerName, isBrokerName } from "@vriddhi/core/broker/broker-name";
import { pathOf } from "./dashboard-tab.ts";

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
