import type { BrokerInstrument } from "@vriddhi/core/order/order";
import { paise } from "@vriddhi/core/shared/money";
import { MARKET_INDEX } from "@vriddhi/core/strategy/universe";

/** Number 1001 in the index segment; hard-coded, because a wrong token yields silence and not another share. */
export const zerodhaIndex: BrokerInstrument = {
  isin: MARKET_INDEX.isin,
  symbol: MARKET_INDEX.symbol,
  brokerSymbol: "NIFTY 50",
  token: "256265",
  tickSize: paise(5),
  lotSize: 1,
};
