import { connectionTexts } from "../texts/connection.texts.ts";
import type { FieldErrors, FormCheck } from "./form-store.ts";

/** The server returns secrets as dots; unchanged dots mean "keep the stored one". */
const MASK_SIGN = "•";

export const isMasked = (text: string): boolean => text.includes(MASK_SIGN);

/** What is wrong with one credential: missing, or an edited mask. */
export function credentialFault(typed: string, stored: string, missing: string): string | null {
  if (typed.trim() === "") return missing;
  return isMasked(typed) && typed.trim() !== stored ? connectionTexts.maskEdited : null;
}

type Faults<Values> = { readonly [Field in keyof Values]?: string | null | undefined };

export function credentialCheck<Values>(check: (values: Values) => Faults<Values>): FormCheck<Values> {
  return (values) => toErrors(check(values));
}

export function toErrors<Values>(faults: Faults<Values>): FieldErrors<Values> {
  const found = Object.entries(faults).flatMap(([field, sentence]) =>
    typeof sentence === "string" ? [[field, { message: sentence }]] : [],
  );
  return Object.fromEntries(found) as FieldErrors<Values>;
}
