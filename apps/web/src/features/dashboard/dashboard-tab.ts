import { type BrokerName, brokerNames, brokersShown, brokerTraits } from "@vriddhi/core/broker/broker-name";

type Traits = (typeof brokerTraits)[BrokerName];

export type ConnectionTab = Traits["connectionTab"];

export type TradingTab = Traits["tradingTab"];

/** B2.1, and three tabs beyond the specification: Today, Alerts and Settings. */
export type DashboardTab =
  | "Today"
  | "Alerts"
  | "UserProfile"
  | ConnectionTab
  | TradingTab
  | "Subscription"
  | "Settings";

export const isConnectionTab = (tab: DashboardTab): tab is ConnectionTab =>
  brokerNames.some((broker) => brokerTraits[broker].connectionTab === tab);

export const isTradingTab = (tab: DashboardTab): tab is TradingTab =>
  brokerNames.some((broker) => brokerTraits[broker].tradingTab === tab);

export interface TabEntry {
  readonly tab: DashboardTab;
  readonly label: string;
  /** The name inside its group, whose heading shows the group's own name. */
  readonly shortLabel: string;
}

export interface TabGroup {
  readonly label: string;
  /** The group's mark: plain lettering, no broker's trademark. */
  readonly letter: string;
  readonly entries: readonly TabEntry[];
}

export const DEFAULT_TAB: DashboardTab = "FyersConnection";

export const firstEntries: readonly TabEntry[] = [
  { tab: "Today", label: "Today", shortLabel: "Today" },
  { tab: "Alerts", label: "Alerts", shortLabel: "Alerts" },
];

function groupOfBroker(broker: BrokerName): TabGroup {
  const { title, connectionTab, tradingTab } = brokerTraits[broker];
  return {
    label: title,
    letter: title.charAt(0),
    entries: [
      { tab: connectionTab, label: `${title} Connection`, shortLabel: "Connection" },
      { tab: tradingTab, label: `${title} Trading`, shortLabel: "Trading" },
    ],
  };
}

export const tabGroups: readonly TabGroup[] = [
  ...brokersShown.map(groupOfBroker),
  {
    label: "General",
    letter: "G",
    entries: [
      { tab: "UserProfile", label: "User Profile", shortLabel: "User Profile" },
      { tab: "Subscription", label: "Subscription", shortLabel: "Subscription" },
      { tab: "Settings", label: "Settings", shortLabel: "Settings" },
    ],
  },
];

const entries = [...firstEntries, ...tabGroups.flatMap((group) => group.entries)];

/** B2.2: an unknown tab falls back to the default. Different case is accepted, because addresses are typed too. */
export const toDashboardTab = (text: string | undefined): DashboardTab =>
  entries.find((entry) => entry.tab.toLowerCase() === text?.toLowerCase())?.tab ?? DEFAULT_TAB;

export const pathOf = (tab: DashboardTab): `/${string}` => `/algorithm/dashboard/${tab}`;

export const labelOf = (tab: DashboardTab): string => entries.find((entry) => entry.tab === tab)?.label ?? tab;

export const groupOf = (tab: DashboardTab): TabGroup | undefined =>
  tabGroups.find((group) => group.entries.some((entry) => entry.tab === tab));
