import type { DepthLevel, Quote } from "../exchange/model.ts";
import { epochSeconds } from "./times.ts";

/** Sent after the key. The official library looks up a few ids (ltp, volume, average, close); the others are ours. */
type Field = readonly [id: string, name: string, type: "ConvNumber" | "Number" | "timestamp"];

const scrip: readonly Field[] = [
  ["s105", "ltp", "ConvNumber"],
  ["s104", "v", "Number"],
  ["s106", "ltt", "timestamp"],
  ["s107", "fdtm", "timestamp"],
  ["s108", "bq", "Number"],
  ["s109", "bs", "Number"],
  ["s110", "bp", "ConvNumber"],
  ["s111", "sp", "ConvNumber"],
  ["s112", "ltq", "Number"],
  ["s114", "tbq", "Number"],
  ["s115", "tsq", "Number"],
  ["s113", "ap", "ConvNumber"],
  ["s116", "oi", "Number"],
  ["s117", "lo", "ConvNumber"],
  ["s118", "h", "ConvNumber"],
  ["s119", "yh", "ConvNumber"],
  ["s120", "yl", "ConvNumber"],
  ["s122", "lcl", "ConvNumber"],
  ["s123", "ucl", "ConvNumber"],
  ["s124", "op", "ConvNumber"],
  ["s121", "c", "ConvNumber"],
];

const index: readonly Field[] = [
  ["i102", "iv", "ConvNumber"],
  ["i103", "ic", "ConvNumber"],
  ["i104", "tvalue", "timestamp"],
  ["i105", "highPrice", "ConvNumber"],
  ["i106", "lowPrice", "ConvNumber"],
  ["i107", "openingPrice", "ConvNumber"],
];

/** `bp bp1 bp2 bp3 bp4`, or numbered from 1. */
const five = (first: number, name: string, type: Field[2], from: 0 | 1): Field[] =>
  Array.from({ length: 5 }, (_, step) => {
    const number = step + from;
    return [`d${first + step}`, number === 0 ? name : `${name}${number}`, type] as const;
  });

const depth: readonly Field[] = [
  ...five(101, "bp", "ConvNumber", 0),
  ...five(106, "sp", "ConvNumber", 0),
  ...five(111, "bq", "Number", 0),
  ...five(116, "bs", "Number", 0),
  ...five(121, "bno", "Number", 1),
  ...five(126, "sno", "Number", 1),
];

const computed: readonly Field[] = [
  ["f101", "cng", "ConvNumber"],
  ["f102", "nc", "Number"],
  ["f103", "to", "ConvNumber"],
  ["f104", "cng", "ConvNumber"],
  ["f105", "nc", "Number"],
];

const idsOf = (fields: readonly Field[]): string[] => fields.map(([id]) => id);

export const fieldMap: string = JSON.stringify({
  fields: [...scrip, ...index, ...depth, ...computed].map(([fid, fld, dataType]) => ({
    fid,
    fld,
    dataType,
    details: fld,
  })),
  scrip: idsOf(scrip),
  index: idsOf(index),
  depth: idsOf(depth),
  scrip_lite: { hfid: 1 },
  index_lite: { hfid: 1 },
});

/** 21 numbers; prices in paise. */
export function scripValues(quote: Quote, year: { readonly high: number; readonly low: number }): number[] {
  const [bid, ask] = [quote.buy[0], quote.sell[0]];
  return [
    quote.lastPrice,
    quote.volume,
    quote.lastTradeAt === null ? 0 : epochSeconds(quote.lastTradeAt),
    epochSeconds(quote.at),
    bid?.quantity ?? 0,
    ask?.quantity ?? 0,
    bid?.price ?? 0,
    ask?.price ?? 0,
    quote.lastQuantity,
    quote.totalBuyQuantity,
    quote.totalSellQuantity,
    quote.averagePrice,
    0,
    quote.low,
    quote.high,
    year.high,
    year.low,
    quote.lowerCircuit,
    quote.upperCircuit,
    quote.open,
    quote.previousClose,
  ];
}

/** 6 numbers; prices in paise. */
export const indexValues = ({ lastPrice, previousClose, at, high, low, open }: Quote): number[] => [
  lastPrice,
  previousClose,
  epochSeconds(at),
  high,
  low,
  open,
];

const LEVELS = [0, 1, 2, 3, 4] as const;

const column = (side: readonly DepthLevel[], name: keyof DepthLevel): number[] =>
  LEVELS.map((level) => side[level]?.[name] ?? 0);

/** 30 numbers. */
export const depthValues = ({ buy, sell }: Quote): number[] => [
  ...column(buy, "price"),
  ...column(sell, "price"),
  ...column(buy, "quantity"),
  ...column(sell, "quantity"),
  ...column(buy, "orders"),
  ...column(sell, "orders"),
];
