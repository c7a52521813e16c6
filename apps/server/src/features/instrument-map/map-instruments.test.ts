import type { BrokerInstrument } from "@vriddhi/core/order/order";
import { paise } from "@vriddhi/core/shared/money";
import { istDate } from "@vriddhi/core/time/ist";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type KnownInstrument, mapInstruments } from "./map-instruments.ts";

const TODAY = istDate("2026-11-16");
const FRIDAY = istDate("2026-11-13");
const share = (symbol: string, isin = ""): BrokerInstrument => ({
  symbol,
  isin,
  brokerSymbol: `${symbol}-EQ`,
  token: symbol,
  tickSize: paise(5),
  lotSize: 1,
});
const known = (symbol: string, seenOn = FRIDAY, isRenamed = false): KnownInstrument => ({ symbol, seenOn, isRenamed });

describe("a broker's list by ISIN", () => {
  it("uses the broker's ISIN", () => {
    const [sbin] = mapInstruments([share("SBIN", "INE062A01020")], new Map(), new Map(), TODAY);
    expect(sbin).toMatchObject({ isin: "INE062A01020", brokerSymbol: "SBIN-EQ", isRenamed: false });
  });

  it("looks the ISIN up by symbol when the broker gives none, and leaves out unknown symbols", () => {
    const isins = new Map([["SBIN", "INE062A01020"]]);
    const mapped = mapInstruments([share("SBIN"), share("UNKNOWN")], isins, new Map(), TODAY);
    expect(mapped.map(({ isin }) => isin)).toEqual(["INE062A01020"]);
  });

  it("marks a share as renamed on the day its symbol changes, also when the list is read again", () => {
    const list = [share("ETERNAL", "INE758T01015")];
    const [first] = mapInstruments(list, new Map(), new Map([["INE758T01015", known("ZOMATO")]]), TODAY);
    expect(first?.isRenamed).toBe(true);
    const seen = new Map([["INE758T01015", known("ETERNAL", TODAY, true)]]);
    expect(mapInstruments(list, new Map(), seen, TODAY)[0]?.isRenamed).toBe(true);
    const yesterday = new Map([["INE758T01015", known("ETERNAL", FRIDAY, true)]]);
    expect(mapInstruments(list, new Map(), yesterday, TODAY)[0]?.isRenamed).toBe(false);
  });

  it("leaves out an ISIN that two entries claim, so that each ISIN occurs once", () => {
    const names = fc.array(fc.constantFrom("A", "B", "C", "D"), { maxLength: 8 });
    fc.assert(
      fc.property(names, (symbols) => {
        const isins = new Map(["A", "B", "C"].map((symbol) => [symbol, `INE${symbol}`]));
        const mapped = mapInstruments(
          symbols.map((symbol) => share(symbol)),
          isins,
          new Map(),
          TODAY,
        );
        const once = ["A", "B", "C"].filter((symbol) => symbols.filter((other) => other === symbol).length === 1);
        expect(mapped.map(({ symbol }) => symbol).sort()).toEqual(once);
      }),
    );
  });
});
