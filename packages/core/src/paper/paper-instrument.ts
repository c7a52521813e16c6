import type { BrokerInstrument } from "../order/order.ts";

export const paperInstrument = (listed: BrokerInstrument): BrokerInstrument => ({
  isin: listed.isin,
  symbol: listed.symbol,
  brokerSymbol: listed.symbol,
  token: listed.isin,
  tickSize: listed.tickSize,
  lotSize: listed.lotSize,
});
