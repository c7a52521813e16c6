import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import { type IstMinute, istMinute } from "@vriddhi/core/time/ist";

/** The brokers of the exchange in processing order: a seed's day depends on it. */
export const brokers = ["zerodha", "angelone", "fyers"] as const satisfies readonly BrokerName[];

interface Member {
  readonly clientPrefix: string;
  /** Published square-off time of open intraday positions in shares without derivatives. */
  readonly squareOff: IstMinute;
}

export const members: Readonly<Record<BrokerName, Member>> = {
  zerodha: { clientPrefix: "ZR", squareOff: istMinute(15, 20) },
  angelone: { clientPrefix: "AO", squareOff: istMinute(15, 15) },
  fyers: { clientPrefix: "FY", squareOff: istMinute(15, 15) },
};
