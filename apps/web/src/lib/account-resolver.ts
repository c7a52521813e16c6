import type { AccountFault, Faults } from "@vriddhi/core/account/rules";
import type { FieldErrors, FieldValues, Resolver } from "react-hook-form";
import { fieldFaultTexts } from "../texts/account-form.texts.ts";

/** Lets the rules of core judge a form; the form only learns which sentence stands beside which field. */
export function accountResolver<Values extends FieldValues>(
  check: (values: Values) => Faults<Extract<keyof Values, string>>,
): Resolver<Values> {
  return (values) => {
    const faults = Object.entries<AccountFault | undefined>(check(values));
    const errors = Object.fromEntries(
      faults.flatMap(([field, fault]) => (fault ? [[field, { type: fault, message: fieldFaultTexts[fault] }]] : [])),
    );
    return faults.length === 0 ? { values, errors: {} } : { values: {}, errors: errors as FieldErrors<Values> };
  };
}
