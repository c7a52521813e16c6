import { z } from "zod";

/** No plan is further away, and the database cannot read years beyond 0001 to 9999. */
const EARLIEST = Date.parse("2000-01-01T00:00:00Z");
const LATEST = Date.parse("2100-01-01T00:00:00Z");

export const instantField = z.iso
  .datetime({ offset: true })
  .refine((text) => Date.parse(text) >= EARLIEST && Date.parse(text) < LATEST, "Choose a date between 2000 and 2100");
