/**
 * Counted from the first session: on the first day the strategy enters and its target is reached, whatever the date is.
 */
export const DEMO_SEED = 20_261_135;
