import type { BrokerInstrument } from "@vriddhi/core/order/order";
import { paise } from "@vriddhi/core/shared/money";
import { MARKET_INDEX } from "@vriddhi/core/strategy/universe";

/** The token of the list's AMXIDX row; hard-coded, because a wrong token yields silence and not another share. */
export const angelOneIndex: BrokerInstrument = {
  isin: MARKET_INDEX.isin,
  symbol: MARKET_INDEX.symbol,
  brokerSymbol: "Nifty 50",
  token: "99926000",
  tickSize: paise(5),
  lotSize: 1,
};
