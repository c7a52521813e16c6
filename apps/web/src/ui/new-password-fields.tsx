import { PASSWORD_MAX } from "@vriddhi/core/account/rules";
import { useFormContext } from "../lib/form.tsx";
import { newPasswordTexts } from "../texts/account-form.texts.ts";
import { PasswordField } from "./field.tsx";
import { StrengthMeter } from "./strength-meter.tsx";

export interface NewPassword {
  readonly password: string;
  readonly confirmPassword: string;
}

interface NewPasswordFieldsProps {
  /** Names the account for password managers. */
  readonly email: string;
  readonly label?: string;
}

/** A2.29, A5.3: a new password, its strength and its repetition, inside a form that holds them (`FormProvider`). */
export function NewPasswordFields({ email, label = newPasswordTexts.password }: NewPasswordFieldsProps) {
  const { register, watch, formState } = useFormContext<NewPassword>();
  const { errors, submitCount } = formState;
  return (
    <>
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <div className="grid gap-3">
        <PasswordField
          label={label}
          autoComplete="new-password"
          maxLength={PASSWORD_MAX}
          error={errors.password?.message}
          {...register("password", { deps: submitCount > 0 ? ["confirmPassword"] : [] })}
        />
        <StrengthMeter password={watch("password")} />
      </div>
      <PasswordField
        label={newPasswordTexts.confirmPassword}
        autoComplete="new-password"
        maxLength={PASSWORD_MAX}
        error={errors.confirmPassword?.message}
        {...register("confirmPassword")}
      />
    </>
  );
}
