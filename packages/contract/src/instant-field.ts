import { z } from "zod";

/** Further away lies nothing that anybody plans, and beyond the years 0001 to 9999 nothing that the database reads. */
const EARLIEST = Date.parse("2000-01-01T00:00:00Z");
const LATEST = Date.parse("2100-01-01T00:00:00Z");

/** An instant that somebody typed or chose. */
export const instantField = z.iso
  .datetime({ offset: true })
  .refine((text) => Date.parse(text) >= EARLIEST && Date.parse(text) < LATEST, "Choose a date between 2000 and 2100");
