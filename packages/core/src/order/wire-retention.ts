/** Default retention of wire records in days: a financial year and a bit. */
export const WIRE_RECORD_DAYS = 400;
