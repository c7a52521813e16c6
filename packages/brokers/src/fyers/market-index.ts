import type { BrokerInstrument } from "@vriddhi/core/order/order";
import { paise } from "@vriddhi/core/shared/money";
import { MARKET_INDEX } from "@vriddhi/core/strategy/universe";

/** Past prices use the documented ticker. The token follows the rule of the others and is only our key. */
export const fyersIndex: BrokerInstrument = {
  isin: MARKET_INDEX.isin,
  symbol: MARKET_INDEX.symbol,
  brokerSymbol: "NSE:NIFTY50-INDEX",
  token: "101000000026000",
  tickSize: paise(5),
  lotSize: 1,
};

/** The data socket identifies an index by name. */
export const INDEX_TOPIC = "if|nse_cm|Nifty 50";
