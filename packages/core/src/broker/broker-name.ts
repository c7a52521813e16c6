/** The one list of brokers; `tools/brokers.test.ts` names the few other files to edit for another broker. */

/** The order in which a user's brokers are tried. B7.14 */
export const brokerNames = ["fyers", "zerodha", "angelone"] as const;

export type BrokerName = (typeof brokerNames)[number];

export const isBrokerName = (text: string): text is BrokerName => brokerNames.some((name) => name === text);

/** The order on pages. B2.3, B2.10 */
export const brokersShown: readonly BrokerName[] = ["fyers", "angelone", "zerodha"];

interface BrokerTraits {
  readonly title: string;
  /** The strategy whose signals its accounts follow. A1.3 */
  readonly desk: BrokerName;
  /** B2.1: the dashboard tab in addresses. */
  readonly connectionTab: string;
  readonly tradingTab: string;
  /** Where a developer registers the address of orders. */
  readonly addressPage: string;
  /** The redirect of its login page: the parameter with the grant, and the outcome's with its success value if any. */
  readonly redirect: { readonly grant: string; readonly outcome: readonly [name: string, good: string] | null };
}

export const brokerTraits = {
  fyers: {
    title: "Fyers",
    desk: "fyers",
    connectionTab: "FyersConnection",
    tradingTab: "TradingAlgorithm",
    addressPage: "your app's page at the Fyers API dashboard",
    redirect: { grant: "auth_code", outcome: ["s", "ok"] },
  },
  zerodha: {
    title: "Zerodha",
    desk: "angelone",
    connectionTab: "ZerodhaConnection",
    tradingTab: "ZerodhaTrading",
    addressPage: "your profile at Kite Connect's developer site",
    redirect: { grant: "request_token", outcome: ["status", "success"] },
  },
  angelone: {
    title: "Angel One",
    desk: "angelone",
    connectionTab: "AngelOneConnection",
    tradingTab: "AngelOneTrading",
    addressPage: "your app's page at SmartAPI",
    // No broker page is involved: users return by our own link.
    redirect: { grant: "auth_token", outcome: null },
  },
} as const satisfies Readonly<Record<BrokerName, BrokerTraits>>;
