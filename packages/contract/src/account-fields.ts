import {
  CODE_LENGTH,
  EMAIL_MAX,
  isBlank,
  isEmail,
  NAME_MAX,
  PASSWORD_MAX,
  PASSWORD_MIN,
  toEmailKey,
} from "@vriddhi/core/account/rules";
import { type IstDate, isCalendarDate } from "@vriddhi/core/time/ist";
import { z } from "zod";

/** Sentences of A5.4: the server's answer for a field that the form should have caught. */
export const emailField = z
  .string()
  .max(EMAIL_MAX, "Please enter a valid email address")
  .transform(toEmailKey)
  .refine(isEmail, "Please enter a valid email address");

/** Printable, one line: names appear in mail headers and on invoices. */
export const nameField = z
  .string()
  .trim()
  .min(1, "Please fill in all fields")
  .max(NAME_MAX, `Name must be at most ${NAME_MAX} characters`)
  // Joiners have no width, but names in several Indian scripts need them.
  .regex(/^(?:[^\p{Cc}\p{Cf}\p{Co}\p{Cn}<>]|[\u200c\u200d])+$/u, "Name contains characters that cannot be used")
  .regex(/\p{L}/u, "Please fill in all fields");

export const newPasswordField = z
  .string()
  .min(PASSWORD_MIN, "Password must be at least 6 characters long")
  .max(PASSWORD_MAX, `Password must be at most ${PASSWORD_MAX} characters long`)
  .refine((text) => !isBlank(text), "Password must not be only spaces");

/** No living user is older, and the database has no year 0000. */
const EARLIEST_DOB = "1900-01-01";

export const dobField = z
  .string()
  .refine((text) => isCalendarDate(text) && text >= EARLIEST_DOB, "Date of birth must be a date like 1990-05-01")
  .transform((text) => text as IstDate);

export const codeField = z
  .string()
  .trim()
  .regex(new RegExp(`^\\d{${CODE_LENGTH}}$`), "Verification code must be 6 digits");

/** A password to compare only: its rules were checked when it was set. */
export const passwordField = z.string().min(1, "Please fill in all fields").max(PASSWORD_MAX, "Password is too long");

export const messageReply = z.strictObject({ message: z.string() });
