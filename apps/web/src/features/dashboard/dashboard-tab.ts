/** B2.1, and what the specification does not know: Today, Alerts and Settings. */
export type DashboardTab =
  | "Today"
  | "Alerts"
  | "UserProfile"
  | "FyersConnection"
  | "TradingAlgorithm"
  | "AngelOneConnection"
  | "AngelOneTrading"
  | "ZerodhaConnection"
  | "ZerodhaTrading"
  | "Subscription"
  | "Settings";

/** Where an account at a broker is linked. */
export type ConnectionTab = Extract<DashboardTab, "FyersConnection" | "AngelOneConnection" | "ZerodhaConnection">;

export const isConnectionTab = (tab: DashboardTab): tab is ConnectionTab =>
  tab === "FyersConnection" || tab === "AngelOneConnection" || tab === "ZerodhaConnection";

/** Where the algorithm is started and stopped at one broker. */
export type TradingTab = Extract<DashboardTab, "TradingAlgorithm" | "AngelOneTrading" | "ZerodhaTrading">;

export const isTradingTab = (tab: DashboardTab): tab is TradingTab =>
  tab === "TradingAlgorithm" || tab === "AngelOneTrading" || tab === "ZerodhaTrading";

export interface TabEntry {
  readonly tab: DashboardTab;
  /** B2.3 */
  readonly label: string;
  /** The name inside its group, where the group's own name already stands above. */
  readonly shortLabel: string;
}

export interface TabGroup {
  /** B2.3 */
  readonly label: string;
  /** What the group's mark shows: plain lettering, no broker's trademark. */
  readonly letter: string;
  readonly entries: readonly TabEntry[];
}

/** B2.2 */
export const DEFAULT_TAB: DashboardTab = "FyersConnection";

/** What every day begins with: above the groups. */
export const firstEntries: readonly TabEntry[] = [
  { tab: "Today", label: "Today", shortLabel: "Today" },
  { tab: "Alerts", label: "Alerts", shortLabel: "Alerts" },
];

/** B2.3, in the order of the sidebar */
export const tabGroups: readonly TabGroup[] = [
  {
    label: "Fyers",
    letter: "F",
    entries: [
      { tab: "FyersConnection", label: "Fyers Connection", shortLabel: "Connection" },
      { tab: "TradingAlgorithm", label: "Fyers Trading", shortLabel: "Trading" },
    ],
  },
  {
    label: "Angel One",
    letter: "A",
    entries: [
      { tab: "AngelOneConnection", label: "Angel One Connection", shortLabel: "Connection" },
      { tab: "AngelOneTrading", label: "Angel One Trading", shortLabel: "Trading" },
    ],
  },
  {
    label: "Zerodha",
    letter: "Z",
    entries: [
      { tab: "ZerodhaConnection", label: "Zerodha Connection", shortLabel: "Connection" },
      { tab: "ZerodhaTrading", label: "Zerodha Trading", shortLabel: "Trading" },
    ],
  },
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

/** B2.2: an unknown tab falls back to the default. */
export const toDashboardTab = (text: string | undefined): DashboardTab =>
  entries.find((entry) => entry.tab === text)?.tab ?? DEFAULT_TAB;

export const pathOf = (tab: DashboardTab): `/${string}` => `/algorithm/dashboard/${tab}`;

export const labelOf = (tab: DashboardTab): string => entries.find((entry) => entry.tab === tab)?.label ?? tab;

export const groupOf = (tab: DashboardTab): TabGroup | undefined =>
  tabGroups.find((group) => group.entries.some((entry) => entry.tab === tab));
