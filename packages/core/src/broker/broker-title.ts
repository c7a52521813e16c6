import { formatList } from "../shared/format-list.ts";
import { recordOf } from "../shared/record-of.ts";
import { type BrokerName, brokerNames, brokersShown, brokerTraits } from "./broker-name.ts";

export const brokerTitles: Readonly<Record<BrokerName, string>> = recordOf(
  brokerNames,
  (broker) => brokerTraits[broker].title,
);

/** All brokers as in a sentence: "Fyers, Angel One or Zerodha". */
export const brokersInWords = (last: "or" | "and"): string =>
  formatList(
    brokersShown.map((broker) => brokerTitles[broker]),
    last,
  );
