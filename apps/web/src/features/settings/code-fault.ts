import { CODE_LENGTH } from "@vriddhi/core/account/rules";
import { fieldFaultTexts } from "../../texts/account-form.texts.ts";
import { settingsTexts } from "./settings.texts.ts";

const CODE = new RegExp(`^\\d{${CODE_LENGTH}}$`);

export function codeFault(code: string): string | null {
  if (code.trim() === "") return fieldFaultTexts.code_required;
  return CODE.test(code.trim()) ? null : settingsTexts.codeInvalid;
}
