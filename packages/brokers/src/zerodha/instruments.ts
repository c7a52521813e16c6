import type { BrokerInstrument } from "@vriddhi/core/order/order";
import { eachCsvRecord } from "../transport/csv.ts";
import { fromRupees } from "../transport/decimal.ts";
import { EXCHANGE } from "./endpoints.ts";

type Column = (name: string) => string;

function toInstrument(column: Column): BrokerInstrument | null {
  if (column("exchange") !== EXCHANGE || column("segment") !== EXCHANGE || column("instrument_type") !== "EQ")
    return null;
  const symbol = column("tradingsymbol");
  const token = column("instrument_token");
  const tickSize = fromRupees(column("tick_size"));
  if (symbol === "" || !/^\d+$/.test(token) || tickSize === null || tickSize <= 0) return null;
  return { isin: "", symbol, brokerSymbol: symbol, token, tickSize, lotSize: Number(column("lot_size")) || 1 };
}

/** `null` when this is not the list: an empty list would mean that nothing can be traded. */
export function readInstruments(csv: string): readonly BrokerInstrument[] | null {
  const shares: BrokerInstrument[] = [];
  let places: ReadonlyMap<string, number> | null = null;
  let fields: readonly string[] = [];
  const column: Column = (name) => fields[places?.get(name) ?? -1] ?? "";
  eachCsvRecord(csv, (record) => {
    if (places === null) {
      places = new Map(record.map((name, index) => [name, index]));
      return;
    }
    fields = record;
    const share = toInstrument(column);
    if (share !== null) shares.push(share);
  });
  return shares.length === 0 ? null : shares;
}
