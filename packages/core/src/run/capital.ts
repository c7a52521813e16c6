import { type Paise, paise, rupees } from "../shared/money.ts";
import { err, ok, type Result } from "../shared/result.ts";

/** B9.1: the least capital, and the default. */
export const CAPITAL_MIN: Paise = rupees(500);
export const CAPITAL_STEP: Paise = rupees(500);
/** B9.1: the most capital without a band. */
export const CAPITAL_MAX: Paise = rupees(10_000_000);

export type CapitalRefusal = "capital_too_low" | "capital_off_step" | "capital_over_band";

export interface CapitalRoom {
  /** Of the running period; `null` if there is no limit yet. */
  readonly band: Paise | null;
  /** Capital of the user's other brokers. */
  readonly elsewhere: Paise;
}

/** Paper shares nothing with other brokers and has no band. */
export const PAPER_ROOM: CapitalRoom = { band: null, elsewhere: paise(0) };

/** B5.1, B5.2: whole steps from the least amount on, and all brokers together within the band. */
export function judgeCapital(capital: Paise, { band, elsewhere }: CapitalRoom): Result<Paise, CapitalRefusal> {
  if (capital < CAPITAL_MIN) return err("capital_too_low");
  if (capital % CAPITAL_STEP !== 0) return err("capital_off_step");
  if (capital + elsewhere > (band ?? CAPITAL_MAX)) return err("capital_over_band");
  return ok(capital);
}

/** The chosen capital, or less where the band shrank or other brokers use it; `null` below the least amount. */
export function capitalOfDay(chosen: Paise, { band, elsewhere }: CapitalRoom): Paise | null {
  const left = Math.min(chosen, (band ?? CAPITAL_MAX) - elsewhere);
  const capital = Math.floor(left / CAPITAL_STEP) * CAPITAL_STEP;
  return capital < CAPITAL_MIN ? null : paise(capital);
}
