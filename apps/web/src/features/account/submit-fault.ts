import type { AccountInputError, Faults } from "@vriddhi/core/account/rules";
import { submitFaultTexts } from "./account.texts.ts";

/** A5.4: empty fields first, then the rest in this order. */
const ORDER: readonly AccountInputError[] = [
  "name_required",
  "email_required",
  "dob_required",
  "password_required",
  "password_short",
  "password_blank",
  "email_invalid",
  "too_young",
  "passwords_differ",
  "code_required",
];

/** The one sentence for a submit that the form should have stopped, or `null`. */
export function submitFault(faults: Faults<string>): string | null {
  const found = new Set(Object.values(faults));
  const first = ORDER.find((fault) => found.has(fault));
  return first === undefined ? null : submitFaultTexts[first];
}
