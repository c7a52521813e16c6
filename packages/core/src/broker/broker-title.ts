import type { BrokerName } from "./broker-name.ts";

/** As the brokers write themselves. */
export const brokerTitles: Readonly<Record<BrokerName, string>> = {
  fyers: "Fyers",
  zerodha: "Zerodha",
  angelone: "Angel One",
};
