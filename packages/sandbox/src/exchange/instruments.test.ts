import { describe, expect, it } from "vitest";
import { nseInstruments } from "./instruments.ts";
import { tickSizeAt } from "./tick-size.ts";

/** ISO 6166: letters become two digits, every second digit from the right is doubled, the sum is a multiple of ten. */
function hasValidCheckDigit(isin: string): boolean {
  const digits = [...isin].map((letter) => Number.parseInt(letter, 36).toString()).join("");
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + Math.floor(value / 10) + (value % 10);
  }, 0);
  return sum % 10 === 0;
}

describe("the list of stocks", () => {
  it("has at least sixty, each with a unique symbol, ISIN and tokens", () => {
    expect(nseInstruments.length).toBeGreaterThanOrEqual(60);
    for (const key of ["symbol", "isin"] as const) {
      expect(new Set(nseInstruments.map((stock) => stock[key])).size).toBe(nseInstruments.length);
    }
    expect(new Set(nseInstruments.map(({ tokens }) => tokens.exchange)).size).toBe(nseInstruments.length);
  });

  it.each(nseInstruments.map(({ symbol, isin }) => [symbol, isin]))("%s has a valid ISIN", (_symbol, isin) => {
    expect(isin).toMatch(/^INE[0-9A-Z]{9}$/);
    expect(hasValidCheckDigit(isin)).toBe(true);
  });

  it("detects a wrong ISIN", () => {
    expect(hasValidCheckDigit("INE062A01020")).toBe(true);
    expect(hasValidCheckDigit("INE062A01021")).toBe(false);
    expect(hasValidCheckDigit("INE026A01020")).toBe(false);
  });

  it("has stocks of every band, and some without intraday trading", () => {
    expect(new Set(nseInstruments.map(({ bandBasisPoints }) => bandBasisPoints))).toEqual(
      new Set([200, 500, 1_000, 2_000]),
    );
    expect(nseInstruments.filter(({ isFno }) => isFno).every(({ bandBasisPoints }) => bandBasisPoints === 1_000)).toBe(
      true,
    );
    expect(nseInstruments.some(({ isIntradayAllowed }) => !isIntradayAllowed)).toBe(true);
  });

  it("uses the brokers' token numbering", () => {
    const sbin = nseInstruments.find(({ symbol }) => symbol === "SBIN");
    expect(sbin?.tokens).toEqual({
      exchange: 3045,
      kiteInstrument: 779521,
      kiteExchange: 3045,
      angelone: "3045",
      fyers: "10100000003045",
    });
  });

  it("has every reference price in whole ticks of the price rule", () => {
    for (const { symbol, referencePrice, tickSize } of nseInstruments) {
      expect([symbol, tickSize]).toEqual([symbol, tickSizeAt(referencePrice)]);
      expect([symbol, referencePrice % tickSize]).toEqual([symbol, 0]);
    }
  });
});

describe("the tick", () => {
  it.each([
    [1, 1],
    [24_999, 1],
    [25_000, 5],
    [100_000, 5],
    [100_001, 10],
    [500_000, 10],
    [500_001, 50],
    [1_000_000, 50],
    [1_000_001, 100],
    [2_000_000, 100],
    [2_000_001, 500],
    [13_100_000, 500],
  ])("of %i paise is %i", (price, tick) => {
    expect(tickSizeAt(price)).toBe(tick);
  });
});
