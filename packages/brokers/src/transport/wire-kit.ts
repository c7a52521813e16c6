import { z } from "zod";

/** Brokers write numbers as numbers and as text, and switch between them. */

const WHOLE = /^-?\d{1,15}(?:\.0*)?$/;

export const wireWhole = z.union([z.string(), z.number()]).transform((value, context): number => {
  const text = String(value).trim();
  if (WHOLE.test(text)) return Number(text) + 0;
  context.addIssue("a whole number");
  return z.NEVER;
});

/** An amount as written; its digits give the paise. */
export const wireAmount = z.union([z.number(), z.string().regex(/^-?\d{1,13}(\.\d*)?$/)]);

/** Order and trade numbers are text; numbers are accepted while they are exact. */
export const wireNumber = z.union([z.string().min(1), z.int().transform(String)]);

/** An empty book may be `null`. */
export const wireRows = z
  .array(z.unknown())
  .nullable()
  .transform((rows) => rows ?? []);
