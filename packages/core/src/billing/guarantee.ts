import type { Paise } from "../shared/money.ts";
import type { EpochMs } from "../time/clock.ts";
import { addDays, type IstDate, istDate, istDateOf } from "../time/ist.ts";

/** The provider refunds no payment older than this. */
const REFUND_MONTHS_MAX = 6;

export type GuaranteeOutcome = "refund" | "payout" | "kept" | "no_result";

export interface GuaranteeCase {
  /** Gross result of the connected account over the period; `null` when nothing was traded or nothing is known. */
  readonly gross: Paise | null;
  readonly paidAt: EpochMs;
  readonly now: EpochMs;
}

/** A1.4: the whole fee is refunded when the account shows a gross loss at the period's end. */
export function judgeGuarantee({ gross, paidAt, now }: GuaranteeCase): GuaranteeOutcome {
  if (gross === null) return "no_result";
  if (gross >= 0) return "kept";
  return isRefundable(paidAt, now) ? "refund" : "payout";
}

/** The same day of the month, `months` later; the last day of the month if it has no such day. */
export function addMonths(date: IstDate, months: number): IstDate {
  const [year = 0, month = 0, day = 0] = date.split("-").map(Number);
  const target = year * 12 + (month - 1) + months;
  const first = (index: number) => istDate(`${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, "0")}-01`);
  const requested = addDays(first(target), day - 1);
  const last = addDays(first(target + 1), -1);
  return requested < last ? requested : last;
}

export const isRefundable = (paidAt: EpochMs, now: EpochMs): boolean =>
  istDateOf(now) < addMonths(istDateOf(paidAt), REFUND_MONTHS_MAX);
