import { type Paise, paise, rupees } from "../shared/money.ts";
import { err, ok, type Result } from "../shared/result.ts";

/** B9.1: the least capital that can be chosen, which is also where everybody begins. */
export const CAPITAL_MIN: Paise = rupees(500);
/** B9.1 */
export const CAPITAL_STEP: Paise = rupees(500);
/** B9.1: the most that can be chosen by somebody who has no band. */
export const CAPITAL_MAX: Paise = rupees(10_000_000);

export type CapitalRefusal = "capital_too_low" | "capital_off_step" | "capital_over_band";

export interface CapitalRoom {
  /** Of the running period; null: nobody has said yet how much may be chosen. */
  readonly band: Paise | null;
  /** What the person's other brokers trade with. */
  readonly elsewhere: Paise;
}

/** On paper nothing is shared and nobody's plan sets a limit. */
export const PAPER_ROOM: CapitalRoom = { band: null, elsewhere: paise(0) };

/** B5.1, B5.2: whole steps from the least amount on, and all brokers together within the band. */
export function judgeCapital(capital: Paise, { band, elsewhere }: CapitalRoom): Result<Paise, CapitalRefusal> {
  if (capital < CAPITAL_MIN) return err("capital_too_low");
  if (capital % CAPITAL_STEP !== 0) return err("capital_off_step");
  if (capital + elsewhere > (band ?? CAPITAL_MAX)) return err("capital_over_band");
  return ok(capital);
}

/**
 * What a day that starts by itself is given: the chosen capital, or less where the band has become smaller or other
 * brokers took their part of it. Null: not even the least amount is left.
 */
export function capitalOfDay(chosen: Paise, { band, elsewhere }: CapitalRoom): Paise | null {
  const left = Math.min(chosen, (band ?? CAPITAL_MAX) - elsewhere);
  const capital = Math.floor(left / CAPITAL_STEP) * CAPITAL_STEP;
  return capital < CAPITAL_MIN ? null : paise(capital);
}
