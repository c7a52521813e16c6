import { BrokerSelectionPage } from "../features/broker-selection/broker-selection-page.tsx";
import { pageMeta } from "../lib/metadata.ts";

export const meta = () =>
  pageMeta({
    title: "Choose your broker",
    description:
      "Link the broker account you already have: Fyers, Zerodha Kite or Angel One. Delta Exchange is coming soon.",
    keywords: ["Fyers", "Zerodha Kite", "Angel One", "broker connection"],
    path: "/broker-selection",
  });

export default function BrokerSelection() {
  return <BrokerSelectionPage />;
}
