import type { ComponentProps, FocusEvent } from "react";
import { isMasked } from "../lib/credential-form.ts";
import { PasswordField, TextField } from "./field.tsx";

type CredentialFieldProps = Omit<ComponentProps<typeof TextField>, "trailing" | "type"> & {
  /** Masked until the user shows it. */
  isHidden?: boolean;
};

/** A mask is kept or replaced as a whole, never edited. */
const selectMask = ({ currentTarget }: FocusEvent<HTMLInputElement>) => {
  if (isMasked(currentTarget.value)) currentTarget.select();
};

/** One line of a broker's credentials. Browsers neither correct nor remember it. */
export function CredentialField({ isHidden = false, label, ...input }: CredentialFieldProps) {
  const settings = {
    autoComplete: "off",
    autoCapitalize: "none",
    autoCorrect: "off",
    spellCheck: false,
    onFocus: selectMask,
    label,
    ...input,
  };
  return isHidden ? <PasswordField {...settings} secretName={label} /> : <TextField {...settings} />;
}
