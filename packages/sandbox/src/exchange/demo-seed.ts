/**
 * The days of everybody who tries the sandbox, counted from the first session after it was begun: on the first of them
 * the strategy enters and its target is reached, whatever the date is.
 */
export const DEMO_SEED = 20_261_135;
