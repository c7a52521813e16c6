import { formatList } from "@vriddhi/core/shared/format-list";
import { brokersOffered } from "../features/broker-selection/broker-option.ts";
import { BrokerSelectionPage } from "../features/broker-selection/broker-selection-page.tsx";
import { pageMeta } from "../lib/metadata.ts";

export const meta = () =>
  pageMeta({
    title: "Choose your broker",
    description: `Link the broker account you already have: ${formatList(brokersOffered, "or")}. Delta Exchange is coming soon.`,
    keywords: [...brokersOffered, "broker connection"],
    path: "/broker-selection",
  });

export default function BrokerSelection() {
  return <BrokerSelectionPage />;
}
