import { type Charges, chargesOfDay, chargesPerOrder, type ExecutedOrder } from "../charges/charges.ts";
import type { Tariff } from "../charges/tariff.ts";
import { type Paise, paise } from "../shared/money.ts";
import type { PositionId } from "./ledger-event.ts";
import { type LedgerTotals, netQuantityOf, type PositionTotals } from "./ledger-fold.ts";

/** A share of an amount, to the nearest paisa, half away from zero. Arguments are not negative. */
const partOf = (amount: Paise, part: number, whole: number): Paise =>
  paise(Number((2n * BigInt(amount) * BigInt(part) + BigInt(whole)) / (2n * BigInt(whole))));

export interface PositionProfit {
  /** Gross, of the closed part. */
  readonly realised: Paise;
  /** Average cost (long) or proceeds (short) of the open part. */
  readonly openValue: Paise;
}

/** At average cost. For a flat position, realised equals sales less purchases. */
export function profitOf(position: PositionTotals): PositionProfit {
  const { bought, boughtValue, sold, soldValue } = position;
  if (netQuantityOf(position) >= 0) {
    const cost = bought === 0 ? paise(0) : partOf(boughtValue, sold, bought);
    return { realised: paise(soldValue - cost), openValue: paise(boughtValue - cost) };
  }
  const brought = partOf(soldValue, bought, sold);
  return { realised: paise(brought - boughtValue), openValue: paise(soldValue - brought) };
}

interface Charged extends ExecutedOrder {
  readonly positionId: PositionId;
}

function charged({ orders, closings }: LedgerTotals): readonly Charged[] {
  const own = [...orders.values()].filter(({ quantity }) => quantity > 0).sort((a, b) => (a.tag < b.tag ? -1 : 1));
  return [
    ...own.map(({ side, value, positionId }) => ({ side, value, positionId })),
    ...closings.map(({ side, value, positionId }) => ({ side, value, positionId, isSquareOff: true })),
  ];
}

/** Orders with charges. The user's own trades are charged separately. */
export const executedOrders = (totals: LedgerTotals): readonly ExecutedOrder[] =>
  charged(totals).map(({ side, value, isSquareOff }) =>
    isSquareOff === true ? { side, value, isSquareOff } : { side, value },
  );

export interface DayProfit {
  readonly gross: Paise;
  readonly charges: Charges;
  readonly net: Paise;
  /** False: a fill is known only by its rounded average, or a part was closed outside. */
  readonly isExact: boolean;
}

export function profitOfDay(totals: LedgerTotals, tariff: Tariff): DayProfit {
  const positions = [...totals.positions.values()];
  const gross = paise(positions.reduce((sum, position) => sum + profitOf(position).realised, 0));
  const charges = chargesOfDay(executedOrders(totals), tariff);
  return {
    gross,
    charges,
    net: paise(gross - charges.total),
    isExact: positions.every(({ isExact }) => isExact),
  };
}

export interface PositionResult {
  readonly gross: Paise;
  readonly charges: Paise;
  readonly net: Paise;
}

/** The day's profit and charges by position; they add up to the day's. */
export function profitPerPosition(totals: LedgerTotals, tariff: Tariff): ReadonlyMap<PositionId, PositionResult> {
  const chargesOf = new Map<PositionId, number>();
  const shares = chargesPerOrder(executedOrders(totals), tariff);
  charged(totals).forEach(({ positionId }, n) => {
    chargesOf.set(positionId, (chargesOf.get(positionId) ?? 0) + (shares[n] ?? 0));
  });
  const resultOf = (position: PositionTotals): PositionResult => {
    const { realised } = profitOf(position);
    const charges = paise(chargesOf.get(position.id) ?? 0);
    return { gross: realised, charges, net: paise(realised - charges) };
  };
  return new Map([...totals.positions].map(([id, position]) => [id, resultOf(position)]));
}
