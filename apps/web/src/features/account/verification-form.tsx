import { checkCode } from "@vriddhi/core/account/rules";
import { type FormEvent, useEffect, useState } from "react";
import { accountCheck } from "../../lib/account-check.ts";
import { api } from "../../lib/api.ts";
import { useForm } from "../../lib/form.tsx";
import { Button } from "../../ui/button.tsx";
import { CodeField } from "../../ui/code-field.tsx";
import { FaultSummary } from "../../ui/fault-summary.tsx";
import { PasswordField } from "../../ui/field.tsx";
import { FormFault } from "../../ui/form-fault.tsx";
import { ResendButton } from "../../ui/resend-button.tsx";
import { verificationTexts } from "./account.texts.ts";
import { type Refused, resendCode, verifyEmail } from "./account-actions.ts";
import { sayOnAuthPage } from "./account-toast.ts";

interface VerificationFormProps {
  readonly email: string;
  /** 0 when no code was mailed just now. */
  readonly resendInSeconds: number;
  readonly onResent: () => void;
  readonly onVerified: () => void;
  readonly onBack: () => void;
}

interface Verification {
  readonly code: string;
  readonly password: string;
}

export function VerificationForm(props: VerificationFormProps) {
  const { email, resendInSeconds, onResent, onVerified, onBack } = props;
  const [wantsPassword, setWantsPassword] = useState(false);
  const { register, handleSubmit, setError, setFocus, formState } = useForm<Verification>({
    check: accountCheck<Verification>(checkCode),
    defaultValues: { code: "", password: "" },
  });
  useEffect(() => setFocus("code"), [setFocus]);
  useEffect(() => {
    if (wantsPassword) setFocus("password");
  }, [wantsPassword, setFocus]);
  const refuse = ({ tone, sentence, place }: Refused) => {
    sayOnAuthPage(tone, sentence);
    setError(place ?? "root", { message: sentence, isAnnounced: true }, { shouldFocus: place !== undefined });
  };
  const send = handleSubmit(async ({ code, password }) => {
    if (wantsPassword && password === "")
      return setError("password", { message: verificationTexts.passwordRequired }, { shouldFocus: true });
    const outcome = await verifyEmail(api, { email, code, ...(wantsPassword ? { password } : {}) });
    if (outcome.kind === "done") onVerified();
    else if (outcome.kind === "password_wanted") setWantsPassword(true);
    else refuse(outcome);
  });
  const resend = async () => {
    const outcome = await resendCode(api, email);
    if (outcome.kind !== "done") refuse(outcome);
    else {
      sayOnAuthPage("info", verificationTexts.resent);
      onResent();
    }
    return outcome.kind === "done";
  };
  const { errors, isSubmitting, submitCount } = formState;
  const submit = (event: FormEvent) => {
    if (isSubmitting) event.preventDefault();
    else void send(event);
  };
  return (
    <form method="post" noValidate className="grid gap-5" onSubmit={submit}>
      <FaultSummary errors={errors} submitCount={submitCount} />
      <CodeField
        label={verificationTexts.code}
        hint={verificationTexts.validity}
        sentBy="mail"
        sendsItself={!wantsPassword}
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
      <FormFault isAnnounced>{errors.root?.message ?? null}</FormFault>
      <Button variant="primary" size="lg" type="submit" isBusy={isSubmitting}>
        {verificationTexts.submit}
      </Button>
      <div className="-mx-3.5 flex flex-wrap justify-between gap-y-2">
        <ResendButton key={email} firstSeconds={resendInSeconds} onSend={resend} />
        <Button variant="ghost" size="sm" onClick={onBack}>
          {verificationTexts.back}
        </Button>
      </div>
    </form>
  );
}
