import type { z } from "zod";

/** zod's own sentences begin like this; ours are shown as they stand. */
const GENERIC = /^(Invalid|Too|Unrecognized|Expected)/;

/** The first fault, told so that a caller knows which field to mend. */
export function toDetail(error: z.ZodError): string {
  const issue = error.issues[0];
  if (!issue) return "Invalid input";
  if (!GENERIC.test(issue.message)) return issue.message;
  const field = issue.path.join(".");
  return field === "" ? issue.message : `${field}: ${issue.message}`;
}

/** PostgreSQL cannot store NUL, and half a surrogate pair is no text at all: neither is ever meant. */
export function hasUnusableText(value: unknown, depth = 0): boolean {
  if (typeof value === "string") return value.includes("\u0000") || !value.isWellFormed();
  if (typeof value !== "object" || value === null) return false;
  if (depth > 20) return true;
  return Object.entries(value).some(([key, inner]) => hasUnusableText(key) || hasUnusableText(inner, depth + 1));
}
