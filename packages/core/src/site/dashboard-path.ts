import type { BrokerName } from "../broker/broker-name.ts";

/** Addresses within the site that the server names too: in messages, and as the way on from a reason. */
export const connectionPaths: Readonly<Record<BrokerName, string>> = {
  fyers: "/algorithm/dashboard/FyersConnection",
  zerodha: "/algorithm/dashboard/ZerodhaConnection",
  angelone: "/algorithm/dashboard/AngelOneConnection",
};

export const plansPath = "/subscription-plans";

/** Where links lead that nothing else names a place for. */
export const TODAY_PATH = "/algorithm/dashboard/Today";
