import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import { type IstMinute, istMinute } from "@vriddhi/core/time/ist";

/** The brokers of the simulated exchange, in the order in which it asks them: a seed's day depends on it. */
export const brokers = ["zerodha", "angelone", "fyers"] as const satisfies readonly BrokerName[];

interface Member {
  /** What the ids of the clients begin with that it has from the start. */
  readonly clientPrefix: string;
  /** When it closes what its clients left open intraday in shares without derivatives; as published. */
  readonly squareOff: IstMinute;
}

export const members: Readonly<Record<BrokerName, Member>> = {
  zerodha: { clientPrefix: "ZR", squareOff: istMinute(15, 20) },
  angelone: { clientPrefix: "AO", squareOff: istMinute(15, 15) },
  fyers: { clientPrefix: "FY", squareOff: istMinute(15, 15) },
};
