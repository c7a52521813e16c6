import { DAY_MS } from "../time/clock.ts";

/** A4.6, A9.2: how long a proved phone keeps the dialog away. */
export const PHONE_VERIFIED_LIFE_MS = 365 * DAY_MS;
