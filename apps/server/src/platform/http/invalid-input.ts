import type { z } from "zod";
import { faultSentence } from "./invalid-input.texts.ts";

type Issue = z.core.$ZodIssue;

/** The validator's own sentences begin like this; ours are shown unchanged. */
const GENERIC = /^(Invalid|Too|Unrecognized|Expected)/;

/** For a union: the fault of the branch that matched deepest. */
function innermost(issue: Issue): Issue {
  if (issue.code !== "invalid_union") return issue;
  const within = issue.errors.flatMap(([first]) => (first === undefined ? [] : [innermost(first)]));
  const deepest = within.toSorted((one, other) => other.path.length - one.path.length)[0];
  return deepest === undefined ? issue : { ...deepest, path: issue.path.concat(deepest.path) };
}

/** First validation error with its field; never echoes input. */
export function toDetail(error: z.ZodError): string {
  const first = error.issues[0];
  if (!first) return faultSentence(null);
  const issue = innermost(first);
  return GENERIC.test(issue.message) ? faultSentence(issue) : issue.message;
}

/** PostgreSQL cannot store NUL, and an unpaired surrogate is no valid text. */
export function hasUnusableText(value: unknown, depth = 0): boolean {
  if (typeof value === "string") return value.includes("\u0000") || !value.isWellFormed();
  if (typeof value !== "object" || value === null) return false;
  if (depth > 20) return true;
  return Object.entries(value).some(([key, inner]) => hasUnusableText(key) || hasUnusableText(inner, depth + 1));
}
