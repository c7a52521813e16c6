import { type BrokerName, brokerNames, brokerTraits } from "@vriddhi/core/broker/broker-name";
import { type DashboardTab, isConnectionTab, isTradingTab, type TabEntry, tabGroups } from "./dashboard-tab.ts";

export type Place = "today" | "trading" | "brokers" | "alerts" | "you";

export function placeOf(tab: DashboardTab): Place {
  if (isTradingTab(tab)) return "trading";
  if (isConnectionTab(tab)) return "brokers";
  if (tab === "Today") return "today";
  return tab === "Alerts" ? "alerts" : "you";
}

export const brokerOfAnyTab = (tab: DashboardTab): BrokerName | null =>
  brokerNames.find((broker) => connectionTabOf(broker) === tab || tradingTabOf(broker) === tab) ?? null;

export const tradingTabOf = (broker: BrokerName): DashboardTab => brokerTraits[broker].tradingTab;
export const connectionTabOf = (broker: BrokerName): DashboardTab => brokerTraits[broker].connectionTab;

/** A place's target: the current broker's tab, else the preferred broker's. */
export function tabOfPlace(place: Place, current: DashboardTab, homeBroker: BrokerName): DashboardTab {
  const broker = brokerOfAnyTab(current) ?? homeBroker;
  switch (place) {
    case "today":
      return "Today";
    case "trading":
      return tradingTabOf(broker);
    case "brokers":
      return connectionTabOf(broker);
    case "alerts":
      return "Alerts";
    case "you":
      return "UserProfile";
  }
}

export function siblingsOf(tab: DashboardTab): readonly TabEntry[] {
  const group = tabGroups.find(({ entries }) => entries.some((entry) => entry.tab === tab));
  return group?.entries ?? [];
}
