/** What went over the wire for orders is kept for so many days unless a setting says otherwise: a financial year and a bit. */
export const WIRE_RECORD_DAYS = 400;
