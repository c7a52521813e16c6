import { checkCode, checkSignupPassword } from "@vriddhi/core/account/rules";
import { useState } from "react";
import { accountCheck } from "../../lib/account-check.ts";
import { api } from "../../lib/api.ts";
import { FormProvider, useForm } from "../../lib/form.tsx";
import { mailedCodeTexts } from "../../texts/account-form.texts.ts";
import { Button } from "../../ui/button.tsx";
import { CodeField } from "../../ui/code-field.tsx";
import { FaultSummary } from "../../ui/fault-summary.tsx";
import { type NewPassword, NewPasswordFields } from "../../ui/new-password-fields.tsx";
import { ResendButton } from "../../ui/resend-button.tsx";
import { showToast } from "../../ui/toast.tsx";
import { FormFault } from "./form-fault.tsx";
import { recoveryTexts } from "./recovery.texts.ts";
import { type KeptPasskey, resetPassword, sendResetCode } from "./recovery-actions.ts";

interface Reset extends NewPassword {
  readonly code: string;
}

const checkReset = (values: Reset) => ({ ...checkCode(values), ...checkSignupPassword(values) });

interface RecoveryPasswordStepProps {
  readonly email: string;
  /** 0 when no code was mailed just now. */
  readonly resendInSeconds: number;
  readonly onResent: () => void;
  readonly onDone: (passkeys: readonly KeptPasskey[]) => Promise<void>;
  readonly onBack: () => void;
}

/** The code from the mailbox and a new password, under the rules of the sign-up. A5.3, A5.5, A5.6 */
export function RecoveryPasswordStep({ email, resendInSeconds, onResent, onDone, onBack }: RecoveryPasswordStepProps) {
  const [fault, setFault] = useState<string | null>(null);
  const form = useForm<Reset>({
    check: accountCheck<Reset>(checkReset),
    defaultValues: { code: "", password: "", confirmPassword: "" },
  });
  const submit = form.handleSubmit(async ({ code, password }) => {
    setFault(null);
    const outcome = await resetPassword(api, { email, code: code.trim(), password });
    if (outcome.kind === "changed") return onDone(outcome.passkeys);
    if (outcome.kind === "refused") return setFault(outcome.sentence);
    form.setError("code", { message: outcome.sentence }, { shouldFocus: true });
  });
  const resend = async () => {
    setFault(null);
    const outcome = await sendResetCode(api, email);
    if (outcome.kind === "done") {
      onResent();
      showToast("info", recoveryTexts.resent);
    } else setFault(outcome.sentence);
    return outcome.kind === "done";
  };
  const { errors, submitCount, isSubmitting } = form.formState;
  return (
    <FormProvider form={form}>
      <form method="post" noValidate className="grid gap-5" onSubmit={(event) => void submit(event)}>
        <FaultSummary errors={errors} submitCount={submitCount} />
        <CodeField
          label={mailedCodeTexts.code}
          hint={mailedCodeTexts.validity}
          sentBy="mail"
          sendsItself={false}
          error={errors.code?.message}
          {...form.register("code")}
        />
        <NewPasswordFields email={email} label={recoveryTexts.newPassword} />
        <FormFault sentence={fault} />
        <Button variant="primary" size="lg" type="submit" isBusy={isSubmitting}>
          {recoveryTexts.submit}
        </Button>
        <div className="-mx-3.5 flex flex-wrap justify-between gap-y-2">
          <ResendButton firstSeconds={resendInSeconds} onSend={resend} />
          <Button variant="ghost" size="sm" onClick={onBack}>
            {recoveryTexts.otherEmail}
          </Button>
        </div>
      </form>
    </FormProvider>
  );
}
