/** The shares of capital that one trade may plan to lose and at which a day ends. */
const TRADE_RISK_PERCENT = 0.5;
const DAILY_STOP_PERCENT = 1;

/** The first amount, and the only one without scripts. */
export const FIRST_EXAMPLE_RUPEES = 100_000;
/** A1.4 to the fourth band of A9.6, in round steps that look chosen. */
const EXAMPLE_MIN_RUPEES = 500;
const EXAMPLE_MAX_RUPEES = 1_000_000;
const EXAMPLE_STEP_RUPEES = 500;

/** A2.39: a new random amount; `chance` lies between 0 and 1. */
export function drawExample(chance: number): number {
  const steps = (EXAMPLE_MAX_RUPEES - EXAMPLE_MIN_RUPEES) / EXAMPLE_STEP_RUPEES + 1;
  return EXAMPLE_MIN_RUPEES + Math.min(Math.floor(chance * steps), steps - 1) * EXAMPLE_STEP_RUPEES;
}

export const plannedTradeLossPaise = (capitalRupees: number): number => capitalRupees * TRADE_RISK_PERCENT;
export const dailyStopPaise = (capitalRupees: number): number => capitalRupees * DAILY_STOP_PERCENT;
