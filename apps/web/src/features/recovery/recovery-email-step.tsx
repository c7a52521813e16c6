import { EMAIL_MAX, type Faults, isEmail } from "@vriddhi/core/account/rules";
import { useState } from "react";
import { Link } from "react-router";
import { accountCheck } from "../../lib/account-check.ts";
import { api } from "../../lib/api.ts";
import { useForm } from "../../lib/form.tsx";
import { useHydrated } from "../../lib/use-hydrated.ts";
import { Button } from "../../ui/button.tsx";
import { FaultSummary } from "../../ui/fault-summary.tsx";
import { TextField } from "../../ui/field.tsx";
import { FormFault } from "./form-fault.tsx";
import { recoveryTexts } from "./recovery.texts.ts";
import { sendResetCode } from "./recovery-actions.ts";

interface RecoveryEmail {
  readonly email: string;
}

function checkEmail({ email }: RecoveryEmail): Faults<"email"> {
  const address = email.trim();
  if (address === "") return { email: "email_required" };
  return isEmail(address) ? {} : { email: "email_invalid" };
}

interface RecoveryEmailStepProps {
  readonly email: string;
  readonly loginPath: string;
  /** `isCodeSent` is false when the user came with a code already. */
  readonly onContinue: (email: string, isCodeSent: boolean) => void;
}

export function RecoveryEmailStep({ email, loginPath, onContinue }: RecoveryEmailStepProps) {
  const isHydrated = useHydrated();
  const [fault, setFault] = useState<string | null>(null);
  // No default value: it would overwrite what the user typed before the script loaded.
  const { register, handleSubmit, formState } = useForm<RecoveryEmail>({
    check: accountCheck<RecoveryEmail>(checkEmail),
    ...(email === "" ? {} : { defaultValues: { email } }),
  });
  const send = handleSubmit(async (values) => {
    setFault(null);
    const address = values.email.trim();
    const outcome = await sendResetCode(api, address);
    if (outcome.kind === "done") onContinue(address, true);
    else setFault(outcome.sentence);
  });
  const skip = handleSubmit((values) => onContinue(values.email.trim(), false));
  const { errors, submitCount, isSubmitting } = formState;
  return (
    <form method="post" noValidate className="grid gap-5" onSubmit={(event) => void send(event)}>
      <FaultSummary errors={errors} submitCount={submitCount} />
      {/* Before the script has loaded neither a press nor the Enter key may submit the form. */}
      {!isHydrated && <button type="submit" disabled hidden />}
      <TextField
        label={recoveryTexts.email}
        type="email"
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={EMAIL_MAX}
        error={errors.email?.message}
        {...register("email")}
      />
      <FormFault sentence={fault} />
      <Button variant="primary" size="lg" type={isHydrated ? "submit" : "button"} isBusy={isSubmitting}>
        {recoveryTexts.send}
      </Button>
      <div className="-mx-3.5 flex flex-wrap justify-between gap-y-2">
        <Button variant="ghost" size="sm" onClick={() => void skip()}>
          {recoveryTexts.hasCode}
        </Button>
        <Button asChild variant="ghost" size="sm">
          <Link to={loginPath}>{recoveryTexts.backToLogin}</Link>
        </Button>
      </div>
    </form>
  );
}
