import { type BrokerName, brokerNames, brokerTraits, isBrokerName } from "@vriddhi/core/broker/broker-name";
import { brokerTitles } from "@vriddhi/core/broker/broker-title";
import { type ConnectionTab, type DashboardTab, isConnectionTab, pathOf } from "./dashboard-tab.ts";

interface BrokerConnection {
  readonly broker: BrokerName;
  readonly name: string;
  readonly path: `/${string}`;
}

/** A2.17: the brokers that /connect/{broker} knows. */
export const connectionOf = (broker: string | undefined): BrokerConnection | null =>
  broker !== undefined && isBrokerName(broker)
    ? { broker, name: brokerTitles[broker], path: connectionPathOf(broker) }
    : null;

export function brokerAt(tab: ConnectionTab): BrokerName {
  const broker = brokerNames.find((name) => brokerTraits[name].connectionTab === tab);
  if (broker === undefined) throw new Error(`no broker is linked on the tab ${tab}`);
  return broker;
}

export const brokerOfTab = (tab: DashboardTab): BrokerName | null => (isConnectionTab(tab) ? brokerAt(tab) : null);

export function connectionPathOf(broker: BrokerName): `/${string}` {
  return pathOf(brokerTraits[broker].connectionTab);
}
