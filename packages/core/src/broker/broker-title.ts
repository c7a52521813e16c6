import { inWords } from "../shared/in-words.ts";
import { recordOf } from "../shared/record-of.ts";
import { type BrokerName, brokerNames, brokersShown, brokerTraits } from "./broker-name.ts";

/** As the brokers write themselves. */
export const brokerTitles: Readonly<Record<BrokerName, string>> = recordOf(
  brokerNames,
  (broker) => brokerTraits[broker].title,
);

/** All brokers as a sentence names them: "Fyers, Angel One or Zerodha". */
export const brokersInWords = (last: "or" | "and"): string =>
  inWords(
    brokersShown.map((broker) => brokerTitles[broker]),
    last,
  );
