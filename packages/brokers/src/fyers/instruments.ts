import type { BrokerInstrument } from "@vriddhi/core/order/order";
import { eachCsvRecord } from "../transport/csv.ts";
import { fromRupees } from "../transport/decimal.ts";
import { CASH, NSE } from "./endpoints.ts";

const SHARE = /^NSE:(.+)-EQ$/;
const FY_TOKEN = /^\d{11,20}$/;

/** Token, details, type, lot, tick in rupees, ISIN, session, updated, expiry, ticker, exchange, segment, others. */
function toInstrument(record: readonly string[]): BrokerInstrument | null {
  const [token = "", , , lot = "", tick = "", isin = "", , , , brokerSymbol = "", exchange, segment] = record;
  if (exchange !== NSE || segment !== CASH) return null;
  const symbol = SHARE.exec(brokerSymbol)?.[1];
  if (symbol === undefined || !FY_TOKEN.test(token)) return null;
  const tickSize = fromRupees(tick);
  if (tickSize === null || tickSize <= 0) return null;
  return { isin, symbol, brokerSymbol, token, tickSize, lotSize: Number(lot) || 1 };
}

/** NSE's shares. `null` when this is not the list: an empty list would mean that nothing can be traded. */
export function readInstruments(csv: string): readonly BrokerInstrument[] | null {
  const shares: BrokerInstrument[] = [];
  eachCsvRecord(csv, (record) => {
    const share = toInstrument(record);
    if (share !== null) shares.push(share);
  });
  return shares.length === 0 ? null : shares;
}
