/** A3.6 */
export interface BrokerOption {
  readonly id: "fyers" | "zerodha" | "angelone" | "deltaexchange";
  readonly name: string;
  /** Plain lettering and its own look: their marks belong to them. */
  readonly logo: { readonly text: string; readonly look: string };
  readonly isActive: boolean;
  readonly description: string;
  readonly features: readonly string[];
  readonly comingSoon: boolean;
}

/** A2.44 */
export const brokerOptions: readonly BrokerOption[] = [
  {
    id: "fyers",
    name: "Fyers",
    logo: { text: "Fyers", look: "font-bold tracking-[0.22em] uppercase" },
    isActive: true,
    description: "Its own signal desk, with prices from Fyers.",
    features: ["Log in at Fyers once each morning", "An API app of your own, made in minutes", "Intraday equity"],
    comingSoon: false,
  },
  {
    id: "zerodha",
    name: "Zerodha Kite",
    logo: { text: "kite", look: "font-semibold tracking-tight" },
    isActive: true,
    description: "Follows the signals of the Angel One desk.",
    features: ["Log in at Kite once each morning", "Needs a Kite Connect app", "Intraday equity"],
    comingSoon: false,
  },
  {
    id: "angelone",
    name: "Angel One",
    logo: { text: "Angel One", look: "font-medium tracking-tight" },
    isActive: true,
    description: "Its own signal desk, with prices from Angel One.",
    features: ["Reconnects by itself each morning", "A SmartAPI key of your own", "Intraday equity"],
    comingSoon: false,
  },
  {
    id: "deltaexchange",
    name: "Delta Exchange",
    logo: { text: "Delta Exchange", look: "font-light text-base" },
    isActive: false,
    description: "In preparation. It opens here when it is ready.",
    features: ["The same limits and stops", "An API key of your own", "Date not fixed yet"],
    comingSoon: true,
  },
];

/** A2.45 */
export const connectionPaths: Readonly<Record<BrokerOption["id"], string>> = {
  fyers: "/algorithm/dashboard/FyersConnection",
  angelone: "/algorithm/dashboard/AngelOneConnection",
  zerodha: "/algorithm/dashboard/ZerodhaConnection",
  deltaexchange: "/algorithm/dashboard/deltaexchange",
};
