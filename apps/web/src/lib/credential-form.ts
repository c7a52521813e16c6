import type { FieldErrors, FieldValues, Resolver } from "react-hook-form";
import { connectionTexts } from "../texts/connection.texts.ts";

/** The server sends secrets back as dots; dots that come back untouched mean "keep what you have". */
const MASK_SIGN = "•";

export const isMasked = (text: string): boolean => text.includes(MASK_SIGN);

/** What is wrong with one credential: missing, or a mask that somebody typed into. */
export function credentialFault(typed: string, stored: string, missing: string): string | null {
  if (typed.trim() === "") return missing;
  return isMasked(typed) && typed.trim() !== stored ? connectionTexts.maskEdited : null;
}

type Faults<Values> = { readonly [Field in keyof Values]?: string | null };

/** Lets `check` judge a form. */
export function credentialResolver<Values extends FieldValues>(
  check: (values: Values) => Faults<Values>,
): Resolver<Values> {
  return (values) => {
    const found = Object.entries(check(values)).filter(([, sentence]) => typeof sentence === "string");
    if (found.length === 0) return { values, errors: {} };
    const errors = Object.fromEntries(found.map(([field, message]) => [field, { type: "check", message }]));
    return { values: {}, errors: errors as FieldErrors<Values> };
  };
}
