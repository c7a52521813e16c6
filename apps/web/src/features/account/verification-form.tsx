import { CODE_LENGTH, checkCode } from "@vriddhi/core/account/rules";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { accountResolver } from "../../lib/account-resolver.ts";
import { api } from "../../lib/api.ts";
import { Button } from "../../ui/button.tsx";
import { FaultSummary } from "../../ui/fault-summary.tsx";
import { PasswordField, TextField } from "../../ui/field.tsx";
import { ResendButton } from "../../ui/resend-button.tsx";
import { verificationTexts } from "./account.texts.ts";
import { resendCode, verifyEmail } from "./account-actions.ts";
import { sayOnAuthPage } from "./account-toast.ts";

interface VerificationFormProps {
  readonly email: string;
  /** 0 when no code was mailed just now. */
  readonly resendInSeconds: number;
  readonly onVerified: () => void;
  readonly onBack: () => void;
}

interface Verification {
  readonly code: string;
  readonly password: string;
}

/** A2.30 */
export function VerificationForm({ email, resendInSeconds, onVerified, onBack }: VerificationFormProps) {
  const [wantsPassword, setWantsPassword] = useState(false);
  const { register, handleSubmit, setError, formState } = useForm<Verification>({
    resolver: accountResolver<Verification>(checkCode),
    defaultValues: { code: "", password: "" },
  });
  const submit = handleSubmit(async ({ code, password }) => {
    if (wantsPassword && password === "")
      return setError("password", { message: verificationTexts.passwordRequired }, { shouldFocus: true });
    const outcome = await verifyEmail(api, { email, code, ...(wantsPassword ? { password } : {}) });
    if (outcome.kind === "done") onVerified();
    else if (outcome.kind === "password_wanted") setWantsPassword(true);
    else sayOnAuthPage(outcome.tone, outcome.sentence);
  });
  const resend = async () => {
    const outcome = await resendCode(api, email);
    if (outcome.kind === "done") sayOnAuthPage("info", verificationTexts.resent);
    else sayOnAuthPage(outcome.tone, outcome.sentence);
    return outcome.kind === "done";
  };
  const { errors, submitCount, isSubmitting } = formState;
  return (
    <form method="post" noValidate className="grid gap-5" onSubmit={(event) => void submit(event)}>
      <FaultSummary errors={errors} submitCount={submitCount} />
      <TextField
        label={verificationTexts.code}
        hint={verificationTexts.validity}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={CODE_LENGTH}
        error={errors.code?.message}
        {...register("code")}
      />
      {wantsPassword && (
        <PasswordField
          label={verificationTexts.password}
          hint={verificationTexts.passwordHint}
          autoComplete="current-password"
          error={errors.password?.message}
          {...register("password")}
        />
      )}
      <Button variant="primary" size="lg" type="submit" isBusy={isSubmitting}>
        {verificationTexts.submit}
      </Button>
      <div className="-mx-3.5 flex flex-wrap justify-between gap-y-2">
        <ResendButton firstSeconds={resendInSeconds} onSend={resend} />
        <Button variant="ghost" size="sm" onClick={onBack}>
          {verificationTexts.back}
        </Button>
      </div>
    </form>
  );
}
