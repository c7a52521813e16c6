import type { BrokerInstrument } from "../order/order.ts";

/** A share that some broker lists, as it is called on paper: by the exchange's symbol and the ISIN. */
export const paperInstrument = (listed: BrokerInstrument): BrokerInstrument => ({
  isin: listed.isin,
  symbol: listed.symbol,
  brokerSymbol: listed.symbol,
  token: listed.isin,
  tickSize: listed.tickSize,
  lotSize: listed.lotSize,
});
