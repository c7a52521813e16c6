import { checkSignupPassword, PASSWORD_MAX } from "@vriddhi/core/account/rules";
import { useForm } from "react-hook-form";
import { Button } from "../../ui/button.tsx";
import { PasswordField } from "../../ui/field.tsx";
import { signupTexts } from "./account.texts.ts";
import { accountResolver } from "./account-resolver.ts";
import { FaultSummary } from "./fault-summary.tsx";
import { StrengthMeter } from "./strength-meter.tsx";

export interface SignupPassword {
  readonly password: string;
  readonly confirmPassword: string;
}

interface SignupPasswordStepProps {
  readonly email: string;
  readonly onBack: () => void;
  readonly onSubmit: (values: SignupPassword) => Promise<void>;
}

/** A2.29, step 2. */
export function SignupPasswordStep({ email, onBack, onSubmit }: SignupPasswordStepProps) {
  const { register, handleSubmit, formState, watch } = useForm<SignupPassword>({
    resolver: accountResolver<SignupPassword>(checkSignupPassword),
    defaultValues: { password: "", confirmPassword: "" },
  });
  const submit = handleSubmit(onSubmit);
  const { errors, submitCount, isSubmitting } = formState;
  return (
    <form method="post" noValidate className="grid gap-5" onSubmit={(event) => void submit(event)}>
      <FaultSummary errors={errors} submitCount={submitCount} />
      {/* Tells password managers whose password this is. */}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <div className="grid gap-3">
        <PasswordField
          label={signupTexts.password}
          autoComplete="new-password"
          maxLength={PASSWORD_MAX}
          error={errors.password?.message}
          {...register("password", { deps: submitCount > 0 ? ["confirmPassword"] : [] })}
        />
        <StrengthMeter password={watch("password")} />
      </div>
      <PasswordField
        label={signupTexts.confirmPassword}
        autoComplete="new-password"
        maxLength={PASSWORD_MAX}
        error={errors.confirmPassword?.message}
        {...register("confirmPassword")}
      />
      <div className="grid grid-cols-[auto_1fr] gap-3">
        <Button variant="secondary" size="lg" onClick={onBack}>
          {signupTexts.back}
        </Button>
        <Button variant="primary" size="lg" type="submit" isBusy={isSubmitting}>
          {signupTexts.submit}
        </Button>
      </div>
    </form>
  );
}
