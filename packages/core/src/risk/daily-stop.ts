import { chargesOfDay, type ExecutedOrder } from "../charges/charges.ts";
import type { Tariff } from "../charges/tariff.ts";
import { type Paise, paise } from "../shared/money.ts";
import type { EpochMs } from "../time/clock.ts";
import type { IstDate } from "../time/ist.ts";

/** Of the capital: 1 %. */
const DAILY_STOP_BASIS_POINTS = 100;

const BASIS_POINTS = 10_000n;

/** The loss at which the day ends; a user's own tighter limit applies. */
export function dailyStopLimit(capital: Paise, own: Paise | null): Paise {
  const rule = Number((BigInt(capital) * BigInt(DAILY_STOP_BASIS_POINTS)) / BASIS_POINTS);
  return paise(own === null || own <= 0 ? rule : Math.min(rule, own));
}

/** Stored with the account; only valid on its day. */
export interface DailyStop {
  readonly day: IstDate;
  readonly hitAt: EpochMs | null;
  readonly result: Paise | null;
}

export const armDailyStop = (day: IstDate): DailyStop => ({ day, hitAt: null, result: null });

/** Locked until the next trading day. */
export const isDailyStopHit = (stop: DailyStop | null, today: IstDate): boolean =>
  stop !== null && stop.day === today && stop.hitAt !== null;

/** An open position at its exit price. `null` when the feed is silent or the price is not trusted. */
export interface OpenResult {
  /** Positive is long. */
  readonly netQuantity: number;
  /** Average cost (long) or proceeds (short) of the open quantity. */
  readonly openValue: Paise;
  readonly leavingPrice: Paise | null;
}

export interface DayResultFacts {
  /** Gross, of the closed part. */
  readonly realised: Paise;
  readonly executed: readonly ExecutedOrder[];
  readonly open: readonly OpenResult[];
  readonly tariff: Tariff;
}

const isOpen = ({ netQuantity }: OpenResult): boolean => netQuantity !== 0;

/** Realised and open, net of past charges and those of leaving. `null` if a price is unknown. */
export function dayResult({ realised, executed, open, tariff }: DayResultFacts): Paise | null {
  let gross: number = realised;
  const leaving: ExecutedOrder[] = [];
  for (const { netQuantity, openValue, leavingPrice } of open.filter(isOpen)) {
    if (leavingPrice === null) return null;
    const value = paise(Math.abs(netQuantity) * leavingPrice);
    gross += netQuantity > 0 ? value - openValue : openValue - value;
    leaving.push({ side: netQuantity > 0 ? "sell" : "buy", value });
  }
  return paise(gross - chargesOfDay([...executed, ...leaving], tariff).total);
}

/** Once hit it stays hit for its day. An unknown result never hits it. */
export function judgeDailyStop(stop: DailyStop, result: Paise | null, limit: Paise, now: EpochMs): DailyStop {
  if (stop.hitAt !== null || result === null || result > -limit) return stop;
  return { ...stop, hitAt: now, result };
}
