import { z } from "zod";

/** Brokers write numbers as numbers and as text, and change their minds. */

const WHOLE = /^-?\d{1,15}(?:\.0*)?$/;

/** Quantities, with and without decimals that say nothing. */
export const wireWhole = z.union([z.string(), z.number()]).transform((value, context): number => {
  const text = String(value).trim();
  if (WHOLE.test(text)) return Number(text) + 0;
  context.addIssue("a whole number");
  return z.NEVER;
});

/** An amount as it was written; what it is in paise is worked out from its digits. */
export const wireAmount = z.union([z.number(), z.string().regex(/^-?\d{1,13}(\.\d*)?$/)]);

/** Numbers of orders and trades are text; as numbers they are taken as long as they are exact. */
export const wireNumber = z.union([z.string().min(1), z.int().transform(String)]);

/** An empty book may be null. */
export const wireRows = z
  .array(z.unknown())
  .nullable()
  .transform((rows) => rows ?? []);
