import type { Page } from "@playwright/test";

export const dashboardTabs = [
  "Today",
  "Alerts",
  "FyersConnection",
  "TradingAlgorithm",
  "AngelOneConnection",
  "AngelOneTrading",
  "ZerodhaConnection",
  "ZerodhaTrading",
  "UserProfile",
  "Subscription",
  "Settings",
] as const;

export const tabPath = (tab: (typeof dashboardTabs)[number]): string => `/algorithm/dashboard/${tab}`;

export const press = (name: string) => async (page: Page) => {
  await page.getByRole("button", { name, exact: true }).click();
};
