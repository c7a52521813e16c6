/**
 * The one list of brokers. Whoever needs a list, a title, a desk or an address of theirs takes it from here;
 * `tools/brokers.test.ts` names the few other files that have to be edited for another broker.
 */

/** In the order in which a person's brokers are tried. B7.14 */
export const brokerNames = ["fyers", "zerodha", "angelone"] as const;

export type BrokerName = (typeof brokerNames)[number];

export const isBrokerName = (text: string): text is BrokerName => brokerNames.some((name) => name === text);

/** In the order in which pages show them. B2.3, B2.10 */
export const brokersShown: readonly BrokerName[] = ["fyers", "angelone", "zerodha"];

interface BrokerTraits {
  /** As the broker writes itself. */
  readonly title: string;
  /** Whose signals its accounts follow. A1.3 */
  readonly desk: BrokerName;
  /** B2.1: the tabs of the dashboard, as addresses name them. */
  readonly connectionTab: string;
  readonly tradingTab: string;
  /** Where its developers enter the address that orders come from. */
  readonly addressPage: string;
  /**
   * How it sends people back from its login page: the parameter with the grant and, where it says so, the one that
   * tells how the login went with its good value.
   */
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
    // No page of the broker is used: people come back by a link of ours.
    redirect: { grant: "auth_token", outcome: null },
  },
} as const satisfies Readonly<Record<BrokerName, BrokerTraits>>;
