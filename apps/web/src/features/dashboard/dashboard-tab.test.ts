import { TODAY_PATH } from "@vriddhi/core/site/dashboard-path";
import { describe, expect, it } from "vitest";
import { brokerOfTab, connectionOf } from "./broker-connection.ts";
import { DEFAULT_TAB, firstEntries, groupOf, labelOf, pathOf, tabGroups, toDashboardTab } from "./dashboard-tab.ts";

describe("the dashboard's tabs", () => {
  it("[B2.3] stand in four groups with these labels", () => {
    expect(tabGroups.map((group) => [group.label, group.entries.map((entry) => entry.label)])).toEqual([
      ["Fyers", ["Fyers Connection", "Fyers Trading"]],
      ["Angel One", ["Angel One Connection", "Angel One Trading"]],
      ["Zerodha", ["Zerodha Connection", "Zerodha Trading"]],
      ["General", ["User Profile", "Subscription", "Settings"]],
    ]);
  });

  it.each([
    "UserProfile",
    "FyersConnection",
    "TradingAlgorithm",
    "AngelOneConnection",
    "AngelOneTrading",
    "ZerodhaConnection",
    "ZerodhaTrading",
    "Subscription",
  ])("[B2.1] %s is a tab", (tab) => {
    expect(toDashboardTab(tab)).toBe(tab);
    expect(pathOf(toDashboardTab(tab))).toBe(`/algorithm/dashboard/${tab}`);
  });

  it.each([undefined, "", "Nope", "fyersconnection", "toString"])("[B2.2] %s falls back to FyersConnection", (tab) => {
    expect(toDashboardTab(tab)).toBe("FyersConnection");
    expect(DEFAULT_TAB).toBe("FyersConnection");
  });

  it("accepts a tab in any letter case", () => {
    expect(toDashboardTab("subscription")).toBe("Subscription");
    expect(toDashboardTab("TODAY")).toBe("Today");
  });

  it("has Today and Alerts above the groups, Today first", () => {
    expect(firstEntries.map(({ label }) => label)).toEqual(["Today", "Alerts"]);
    expect(toDashboardTab("Today")).toBe("Today");
    expect(toDashboardTab("Alerts")).toBe("Alerts");
    expect(pathOf("Today")).toBe(TODAY_PATH);
  });

  it("has Settings besides those of the specification", () => {
    expect(toDashboardTab("Settings")).toBe("Settings");
    expect(pathOf("Settings")).toBe("/algorithm/dashboard/Settings");
    expect(groupOf("Settings")?.label).toBe("General");
  });

  it("[B2.3] Fyers Trading is the TradingAlgorithm tab", () => {
    expect(labelOf("TradingAlgorithm")).toBe("Fyers Trading");
    expect(groupOf("TradingAlgorithm")?.label).toBe("Fyers");
  });
});

it("[A2.17] /connect knows three brokers only", () => {
  expect(connectionOf("angelone")).toEqual({
    broker: "angelone",
    name: "Angel One",
    path: "/algorithm/dashboard/AngelOneConnection",
  });
  expect(connectionOf("fyers")?.name).toBe("Fyers");
  expect(connectionOf("zerodha")?.name).toBe("Zerodha");
  expect(connectionOf("deltaexchange")).toBeNull();
  expect(connectionOf("toString")).toBeNull();
});

it("a connection tab is one broker's, every other tab none's", () => {
  expect(brokerOfTab("ZerodhaConnection")).toBe("zerodha");
  expect(brokerOfTab("ZerodhaTrading")).toBeNull();
  expect(brokerOfTab("UserProfile")).toBeNull();
});
