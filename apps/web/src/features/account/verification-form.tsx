import { CODE_LENGTH, checkCode } from "@vriddhi/core/account/rules";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { api } from "../../lib/api.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { verificationTexts } from "./account.texts.ts";
import { resendCode, verifyEmail } from "./account-actions.ts";
import { accountResolver } from "./account-resolver.ts";
import { sayOnAuthPage } from "./account-toast.ts";
import { FaultSummary } from "./fault-summary.tsx";
import { useCountdown } from "./use-countdown.ts";

/** The server mails at most one code a minute. */
export const RESEND_AFTER_SECONDS = 60;

interface VerificationFormProps {
  readonly email: string;
  /** 0 when no code was mailed just now. */
  readonly resendInSeconds: number;
  readonly onVerified: () => void;
  readonly onBack: () => void;
}

/** A2.30 */
export function VerificationForm({ email, resendInSeconds, onVerified, onBack }: VerificationFormProps) {
  const { register, handleSubmit, formState } = useForm<{ code: string }>({
    resolver: accountResolver<{ code: string }>(checkCode),
    defaultValues: { code: "" },
  });
  const submit = handleSubmit(async ({ code }) => {
    const outcome = await verifyEmail(api, { email, code });
    if (outcome.kind === "done") onVerified();
    else sayOnAuthPage(outcome.tone, outcome.sentence);
  });
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
      <Button variant="primary" size="lg" type="submit" isBusy={isSubmitting}>
        {verificationTexts.submit}
      </Button>
      <div className="-mx-3.5 flex flex-wrap justify-between gap-y-2">
        <ResendButton email={email} firstSeconds={resendInSeconds} />
        <Button variant="ghost" size="sm" onClick={onBack}>
          {verificationTexts.back}
        </Button>
      </div>
    </form>
  );
}

function ResendButton({ email, firstSeconds }: { readonly email: string; readonly firstSeconds: number }) {
  const { secondsLeft, restart } = useCountdown(firstSeconds);
  const [isBusy, setBusy] = useState(false);
  const resend = async () => {
    setBusy(true);
    const outcome = await resendCode(api, email);
    setBusy(false);
    if (outcome.kind === "refused") return sayOnAuthPage(outcome.tone, outcome.sentence);
    restart(RESEND_AFTER_SECONDS);
    sayOnAuthPage("info", verificationTexts.resent);
  };
  return (
    <Button
      variant="ghost"
      size="sm"
      className="figures"
      disabled={secondsLeft > 0}
      isBusy={isBusy}
      onClick={() => void resend()}
    >
      {secondsLeft > 0 ? verificationTexts.resendIn(secondsLeft) : verificationTexts.resend}
    </Button>
  );
}
