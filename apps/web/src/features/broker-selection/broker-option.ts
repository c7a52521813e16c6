import { connectionPaths as brokerPaths } from "@vriddhi/core/site/dashboard-path";
import type { BrokerMarkName } from "../../ui/broker-marks.tsx";

export interface BrokerOption {
  readonly id: BrokerMarkName;
  readonly name: string;
  /** Plain lettering: no trademarks. */
  readonly logo: BrokerMarkName;
  readonly isActive: boolean;
  readonly description: string;
  readonly features: readonly string[];
  readonly comingSoon: boolean;
}

export const brokerOptions: readonly BrokerOption[] = [
  {
    id: "fyers",
    name: "Fyers",
    logo: "fyers",
    isActive: true,
    description: "Its own signal desk, with prices from Fyers.",
    features: ["Log in at Fyers once each morning", "An API app of your own, made in minutes", "Intraday equity"],
    comingSoon: false,
  },
  {
    id: "zerodha",
    name: "Zerodha Kite",
    logo: "zerodha",
    isActive: true,
    description: "Follows the signals of the Angel One desk.",
    features: ["Log in at Kite once each morning", "Needs a Kite Connect app", "Intraday equity"],
    comingSoon: false,
  },
  {
    id: "angelone",
    name: "Angel One",
    logo: "angelone",
    isActive: true,
    description: "Its own signal desk, with prices from Angel One.",
    features: ["Reconnects automatically each morning", "A SmartAPI key of your own", "Intraday equity"],
    comingSoon: false,
  },
  {
    id: "deltaexchange",
    name: "Delta Exchange",
    logo: "deltaexchange",
    isActive: false,
    description: "In preparation. It opens here when it is ready.",
    features: ["The same limits and stops", "An API key of your own", "Date not fixed yet"],
    comingSoon: true,
  },
];

/** By name, those that can be linked today. */
export const brokersOffered: readonly string[] = brokerOptions
  .filter(({ isActive }) => isActive)
  .map(({ name }) => name);

export const connectionPaths: Readonly<Record<BrokerOption["id"], string>> = {
  ...brokerPaths,
  deltaexchange: "/algorithm/dashboard/deltaexchange",
};
