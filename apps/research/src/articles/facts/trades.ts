import { judgeRoundTrip, type RoundTripResult } from "@vriddhi/core/charges/charges";
import { RATE_SCALE, type Tariff, tariffOf } from "@vriddhi/core/charges/tariff";
import { type Paise, paise, rupees } from "@vriddhi/core/shared/money";

const BASIS_POINTS = 10_000;

export const ZERODHA = tariffOf("zerodha");
export const ANGELONE = tariffOf("angelone");
export const FYERS = tariffOf("fyers");

/** The trade that several articles follow: a hundred shares, bought at ₹1,000 and sold ten rupees higher. */
export const EXAMPLE = { quantity: 100, buyPrice: rupees(1_000), sellPrice: rupees(1_010) } as const;

export const exampleAt = (tariff: Tariff): RoundTripResult => judgeRoundTrip(EXAMPLE, tariff);

/** Charges of a trade that buys and sells at the same value. */
export const chargesOn = (value: Paise, tariff: Tariff): Paise =>
  judgeRoundTrip({ quantity: 1, buyPrice: value, sellPrice: value }, tariff).charges.total;

export const costBasisPoints = (value: Paise, tariff: Tariff): number =>
  (chargesOn(value, tariff) * BASIS_POINTS) / value;

/** The least rise of a share at which a long trade pays its own charges, in whole steps of its price. */
export function breakEvenRise(quantity: number, price: Paise, step: Paise, tariff: Tariff): Paise {
  for (let rise = 0; ; rise += step) {
    const trip = { quantity, buyPrice: price, sellPrice: paise(price + rise) };
    if (judgeRoundTrip(trip, tariff).net >= 0) return paise(rise);
  }
}

export const ratePercent = (rate: number): number => (rate / RATE_SCALE) * 100;
