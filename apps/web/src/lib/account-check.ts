import type { AccountInputError, Faults } from "@vriddhi/core/account/rules";
import { fieldFaultTexts } from "../texts/account-form.texts.ts";
import type { FieldErrors, FormCheck } from "./form-store.ts";

/** Lets the rules of core check a form; the form only learns which sentence belongs to which field. */
export function accountCheck<Values>(
  check: (values: Values) => Faults<Extract<keyof Values, string>>,
): FormCheck<Values> {
  return (values) => {
    const faults = Object.entries<AccountInputError | undefined>(check(values));
    const errors = faults.flatMap(([field, fault]) => (fault ? [[field, { message: fieldFaultTexts[fault] }]] : []));
    return Object.fromEntries(errors) as FieldErrors<Values>;
  };
}
