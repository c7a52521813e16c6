import { DAY_MS } from "../time/clock.ts";

/** A4.6, A9.2: how long a verified phone suppresses the dialog. */
export const PHONE_VERIFIED_LIFE_MS = 365 * DAY_MS;
