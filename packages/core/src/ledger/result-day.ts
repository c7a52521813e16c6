import type { TradingBroker } from "../broker/trading-broker.ts";
import type { Paise } from "../shared/money.ts";

export interface ResultDay {
  readonly tradingDay: string;
  readonly accountId: string;
  readonly broker: TradingBroker;
  readonly fills: number;
  readonly gross: Paise;
  readonly charges: Paise;
  readonly net: Paise;
  readonly isExact: boolean;
}
